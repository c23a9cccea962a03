#include "schema/json/octet_map.h"

#include <algorithm>

namespace grpcfg {

void OctetMap::Add(const Run& run) {
  if (!runs_.empty()) {
    const Run& last = runs_.back();
    const bool is_same_kind = last.step == run.step && last.extent == run.extent && run.step > 0;
    if (is_same_kind && last.byte + (run.octet - last.octet) * last.step == run.byte) return;
    if (last.octet == run.octet) runs_.pop_back();  // it has no octet
  }
  runs_.push_back(run);
}

void OctetMap::AddFrom(const OctetMap& from, Span octets, uint32_t octet) {
  for (uint32_t each = octets.begin; each < octets.end; ++each, ++octet) {
    const Span source = from.SourceOf({each, each + 1});
    // What is one byte may go on with those before it.
    Add({octet, source.begin, source.size() == 1 ? 1U : 0U, source.size()});
  }
}

void OctetMap::Move(uint32_t bytes) {
  for (Run& run : runs_) run.byte += bytes;
}

Span OctetMap::ByteOf(uint32_t octet) const {
  const auto after =
      std::upper_bound(runs_.begin(), runs_.end(), octet,
                       [](uint32_t wanted, const Run& run) { return wanted < run.octet; });
  if (after == runs_.begin()) return {};
  const Run& run = *std::prev(after);
  const uint32_t begin = run.byte + (octet - run.octet) * run.step;
  return {begin, begin + run.extent};
}

Span OctetMap::SourceOf(Span octets) const {
  const uint32_t begin = ByteOf(octets.begin).begin;
  // What begins in one line that $GENERATE makes, and ends in the next, ends before it begins.
  return {begin, octets.empty() ? begin : std::max(begin, ByteOf(octets.end - 1).end)};
}

}  // namespace grpcfg
