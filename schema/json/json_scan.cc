#include "schema/json/json_scan.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "schema/json/utf8.h"

namespace grpcfg {
namespace {

enum class State : uint8_t { kValue, kKey, kColon, kAfterValue };

class JsonScanner {
 public:
  JsonScanner(absl::string_view text, size_t begin, const JsonScanRules& rules)
      : text_(text), rules_(rules), at_(begin) {}

  JsonScan Scan() {
    if (rules_.nul_ends) text_ = text_.substr(0, text_.find('\0', at_));
    if (rules_.byte_order_mark && absl::StartsWith(text_.substr(at_), "\xEF\xBB\xBF")) at_ += 3;
    for (SkipBlank(); at_ < text_.size() && !done_; SkipBlank()) {
      if (!Step()) return {false, at_};
    }
    if (!done_ || (!rules_.text_after_value && at_ < text_.size())) return {false, at_};
    return {true, at_};
  }

 private:
  void SkipBlank() {
    while (!(done_ && rules_.text_after_value) && at_ < text_.size() &&
           absl::StrContains(" \t\r\n", text_[at_])) {
      ++at_;
    }
  }

  [[nodiscard]] bool InObject() const { return !open_.empty() && open_.back(); }
  [[nodiscard]] bool InArray() const { return !open_.empty() && !open_.back(); }

  bool Step() {
    const char c = text_[at_];
    if (c == ',' || c == '}' || c == ']') return StepPunctuation(c);
    const bool begins = c == '{' || c == '[';
    just_begun_ = begins;
    switch (state_) {
      case State::kKey:
        state_ = State::kColon;
        return c == '"' && String();
      case State::kColon:
        state_ = State::kValue;
        ++at_;
        return c == ':';
      case State::kValue:
        return begins ? Open(c) : Scalar();
      case State::kAfterValue:
        return false;
    }
    return false;
  }

  bool Open(char c) {
    open_.push_back(c == '{');
    after_comma_ = false;
    ++at_;
    state_ = c == '{' ? State::kKey : State::kValue;
    return rules_.depth_limit == 0 || open_.size() <= rules_.depth_limit;
  }

  bool StepPunctuation(char c) {
    ++at_;
    return c == ',' ? Comma() : Close(c);
  }

  bool Comma() {
    if (state_ != State::kAfterValue || open_.empty()) return false;
    state_ = InObject() ? State::kKey : State::kValue;
    after_comma_ = true;
    return true;
  }

  bool Close(char c) {
    if (c == '}' ? !InObject() : !InArray()) return false;
    const bool is_empty = just_begun_ && (!after_comma_ || rules_.comma_after_empty);
    after_comma_ = false;
    if (!MayClose(is_empty)) return false;
    open_.pop_back();
    EndValue();
    return true;
  }

  // Whether the innermost container may end here.
  [[nodiscard]] bool MayClose(bool is_empty) const {
    switch (state_) {
      case State::kColon:
        return false;
      case State::kKey:
        return is_empty;
      case State::kValue:
        return InObject() ? rules_.missing_member_value : is_empty;
      case State::kAfterValue:
        return true;
    }
    return false;
  }

  void EndValue() {
    state_ = State::kAfterValue;
    after_comma_ = false;
    done_ = open_.empty();
  }

  bool Scalar() {
    const char c = text_[at_];
    EndValue();
    if (c == '"') return String();
    const bool is_word = absl::ascii_isalpha(static_cast<unsigned char>(c));
    return (is_word ? Word() : Number()) && (!rules_.text_after_value || EndsHere());
  }

  // gson JsonReader.java isLiteral: what may follow a word or a number, whatever comes then.
  [[nodiscard]] bool EndsHere() const {
    return at_ == text_.size() || absl::StrContains("{}[]:, \t\f\r\n", text_[at_]);
  }

  bool Word() {
    constexpr absl::string_view kWords[] = {"true", "false", "null"};
    return absl::c_any_of(kWords, [this](absl::string_view word) {
      const absl::string_view here = text_.substr(at_, word.size());
      if (here != word && !(rules_.words_in_any_case && absl::EqualsIgnoreCase(here, word))) {
        return false;
      }
      at_ += word.size();
      return true;
    });
  }

  bool Number() {
    const size_t end = std::min(text_.find_first_not_of("0123456789+-.eE", at_), text_.size());
    const absl::string_view number = text_.substr(at_, end - at_);
    at_ = end;
    return rules_.is_number(number);
  }

  // at_ is at the opening quote.
  bool String() {
    const size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      const auto c = static_cast<unsigned char>(text_[at_]);
      if (c == '\\' ? !Escape() : !Character(c)) return false;
    }
    if (at_ == text_.size()) return false;
    const absl::string_view body = text_.substr(begin, at_ - begin);
    ++at_;
    return rules_.invalid_utf8 || FindInvalidUtf8(body, 0) == absl::string_view::npos;
  }

  bool Character(unsigned char c) {
    ++at_;
    return c >= 0x20 || rules_.controls_in_strings;
  }

  // at_ is at a backslash.
  bool Escape() {
    if (++at_ == text_.size()) return false;
    const char c = text_[at_];
    if (c == 'u') return UnicodeEscape();
    ++at_;
    return absl::StrContains("\"\\/bfnrt", c) || (rules_.more_escapes && (c == '\'' || c == '\n'));
  }

  // The unit behind the `u` at at_; -1 if it is none.
  int TakeHexUnit() {
    constexpr size_t kLetterAndDigits = 5;
    const int unit = HexUnit(text_.substr(at_ + 1));
    if (unit >= 0) at_ += kLetterAndDigits;
    return unit;
  }

  bool UnicodeEscape() {
    const int unit = TakeHexUnit();
    if (unit < 0 || rules_.lone_surrogates || unit < 0xD800 || unit > 0xDFFF) return unit >= 0;
    if (unit >= 0xDC00 || text_.substr(at_, 2) != "\\u") return false;
    ++at_;
    const int low = TakeHexUnit();
    return low >= 0xDC00 && low <= 0xDFFF;
  }

  absl::string_view text_;
  const JsonScanRules& rules_;
  size_t at_;
  State state_ = State::kValue;
  std::vector<bool> open_;   // true: an object
  bool just_begun_ = false;  // nothing but closing brackets and commas since a container began
  bool after_comma_ = false;
  bool done_ = false;
};

}  // namespace

JsonScan ScanJson(absl::string_view text, size_t begin, const JsonScanRules& rules) {
  return JsonScanner(text, begin, rules).Scan();
}

}  // namespace grpcfg
