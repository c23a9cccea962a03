#include "dns/live/name_server.h"

#include <ares.h>
#include <arpa/inet.h>

#include <array>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "schema/json/escape.h"

namespace grpcfg {
namespace {

// The usual form of an address; empty for what is none.
std::string UsualForm(const std::string& address) {
  std::array<char, sizeof(in6_addr)> octets = {};
  for (const int family : {AF_INET, AF_INET6}) {
    if (inet_pton(family, address.c_str(), octets.data()) != 1) continue;
    std::array<char, INET6_ADDRSTRLEN> text = {};
    return inet_ntop(family, octets.data(), text.data(), text.size());
  }
  return "";
}

absl::Status NotAServer(absl::string_view text) {
  return absl::InvalidArgumentError(
      absl::StrCat("`", Visible(text),
                   "` is not the address of a name server; write 192.0.2.1, 192.0.2.1:5353 or "
                   "[2001:db8::1]:5353"));
}

}  // namespace

std::string NameOf(const NameServer& server) {
  const bool is_6 = absl::StrContains(server.address, ':');
  return absl::StrCat(is_6 ? "[" : "", server.address, is_6 ? "]:" : ":", server.port);
}

absl::StatusOr<NameServer> ParseNameServer(absl::string_view text, uint16_t port) {
  absl::string_view address = text;
  absl::string_view port_text;
  const size_t colon = text.rfind(':');
  const bool has_bracket = absl::ConsumePrefix(&address, "[");
  const bool is_plain_6 = !has_bracket && text.find(':') != colon;
  if (colon != absl::string_view::npos && !is_plain_6 && !absl::EndsWith(text, "]")) {
    port_text = text.substr(colon + 1);
    address.remove_suffix(port_text.size() + 1);
    uint32_t number = 0;
    if (!absl::SimpleAtoi(port_text, &number) || number == 0 || number > 0xFFFF) {
      return NotAServer(text);
    }
    port = static_cast<uint16_t>(number);
  }
  if (has_bracket && !absl::ConsumeSuffix(&address, "]")) return NotAServer(text);
  NameServer server = {UsualForm(std::string(address)), port};
  if (server.address.empty()) return NotAServer(text);
  return server;
}

NameServer NameServerAt(absl::string_view address, uint16_t port) {
  std::array<char, INET6_ADDRSTRLEN> text = {};
  inet_ntop(address.size() == sizeof(in_addr) ? AF_INET : AF_INET6, address.data(), text.data(),
            text.size());
  return {text.data(), port};
}

absl::StatusOr<SystemResolver> FindSystemResolver() {
  ares_channel channel = nullptr;
  int status = ares_init(&channel);
  if (status != ARES_SUCCESS) {
    return absl::UnavailableError(absl::StrCat("the name servers of this machine are not known: ",
                                               ares_strerror(status), "; name one with --server"));
  }
  SystemResolver resolver;
  ares_addr_port_node* servers = nullptr;
  if (ares_get_servers_ports(channel, &servers) == ARES_SUCCESS) {
    for (const ares_addr_port_node* each = servers; each != nullptr; each = each->next) {
      std::array<char, INET6_ADDRSTRLEN> text = {};
      inet_ntop(each->family, &each->addr, text.data(), text.size());
      const bool has_port = each->udp_port > 0;
      resolver.servers.push_back(
          {text.data(), has_port ? static_cast<uint16_t>(each->udp_port) : kDnsPort});
    }
    ares_free_data(servers);
  }
  ares_options options = {};
  int mask = 0;
  if (ares_save_options(channel, &options, &mask) == ARES_SUCCESS) {
    for (int i = 0; i < options.ndomains; ++i) resolver.search.emplace_back(options.domains[i]);
    ares_destroy_options(&options);
  }
  ares_destroy(channel);
  return resolver;
}

}  // namespace grpcfg
