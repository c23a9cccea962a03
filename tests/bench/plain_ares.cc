// What `dns live` is measured against: c-ares alone, as a program would use it for the TXT records
// of some names, 100 at a time, whose answers are not read. Usage: plain_ares ADDRESS:PORT
// <NAMES    prints how many of the names were answered
#include <ares.h>
#include <sys/select.h>

#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

constexpr int kInternetClass = 1;
constexpr int kTxtType = 16;
constexpr int kMostInFlight = 100;

struct Counts {
  int in_flight = 0;
  int answered = 0;
};

// NOLINTNEXTLINE(readability-function-size,readability-non-const-parameter): as c-ares has it
void Count(void* counts, int /*status*/, int /*timeouts*/, unsigned char* answer, int /*size*/) {
  auto& all = *static_cast<Counts*>(counts);
  --all.in_flight;
  all.answered += answer != nullptr ? 1 : 0;
}

void ProcessOnce(ares_channel channel) {
  fd_set reads;
  fd_set writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  const int most = ares_fds(channel, &reads, &writes);
  timeval room = {};
  select(most, &reads, &writes, nullptr, ares_timeout(channel, nullptr, &room));
  ares_process(channel, &reads, &writes);
}

int AskAll(ares_channel channel, const std::vector<std::string>& names) {
  Counts counts;
  for (size_t next = 0; next < names.size() || counts.in_flight > 0;) {
    while (next < names.size() && counts.in_flight < kMostInFlight) {
      ++counts.in_flight;
      ares_query(channel, names[next++].c_str(), kInternetClass, kTxtType, Count, &counts);
    }
    ProcessOnce(channel);
  }
  return counts.answered;
}

}  // namespace

int main(int count, char** arguments) {
  ares_options options = {};
  options.flags = ARES_FLAG_STAYOPEN | ARES_FLAG_NOCHECKRESP;
  options.socket_receive_buffer_size = 1 << 20;
  ares_channel channel = nullptr;
  const int mask = ARES_OPT_FLAGS | ARES_OPT_SOCK_RCVBUF;
  if (count != 3 || ares_init_options(&channel, &options, mask) != ARES_SUCCESS ||
      ares_set_servers_ports_csv(channel, arguments[1]) != ARES_SUCCESS) {
    return 2;
  }
  std::vector<std::string> names;
  std::ifstream list(arguments[2]);
  for (std::string name; std::getline(list, name);) names.push_back(name);
  std::cout << AskAll(channel, names) << "\n";
  ares_destroy(channel);
  return 0;
}
