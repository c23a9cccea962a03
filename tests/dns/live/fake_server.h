// A name server on loopback that says what a test wants, by UDP and, if it is to, by TCP.
#ifndef GRPCFG_TESTS_DNS_LIVE_FAKE_SERVER_H_
#define GRPCFG_TESTS_DNS_LIVE_FAKE_SERVER_H_

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dns/live/name_server.h"
#include "tests/dns/live/wire_message.h"

namespace grpcfg {

class FakeServer {
 public:
  // The message that a question is answered with; nothing: silence.
  using Answer = std::function<std::optional<std::string>(absl::string_view query, bool by_tcp)>;

  explicit FakeServer(Answer answer, bool has_tcp = true)
      : answer_(std::move(answer)), udp_(Open(SOCK_DGRAM, 0)) {
    socklen_t size = sizeof(sockaddr_in);
    sockaddr_in address = {};
    getsockname(udp_, reinterpret_cast<sockaddr*>(&address), &size);
    server_ = {"127.0.0.1", ntohs(address.sin_port)};
    if (has_tcp) tcp_ = Open(SOCK_STREAM, server_.port);
    thread_ = std::jthread([this](const std::stop_token& stop) { Serve(stop); });
  }
  ~FakeServer() {
    thread_.request_stop();
    thread_.join();
    for (const int socket : {udp_, tcp_}) close(socket);
  }
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  [[nodiscard]] const NameServer& server() const { return server_; }
  [[nodiscard]] size_t queries() const { return queries_; }

 private:
  static int Open(int type, uint16_t port) {
    const int opened = socket(AF_INET, type | SOCK_CLOEXEC, 0);
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(opened, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) return -1;
    if (type == SOCK_STREAM) listen(opened, 8);
    return opened;
  }

  void Serve(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      std::array<pollfd, 2> sockets = {pollfd{udp_, POLLIN, 0}, pollfd{tcp_, POLLIN, 0}};
      if (poll(sockets.data(), sockets.size(), 10) <= 0) continue;
      if (sockets[0].revents != 0) AnswerUdp();
      if (sockets[1].revents != 0) AnswerTcp();
    }
  }

  void AnswerUdp() {
    std::array<char, 2048> query = {};
    sockaddr_in from = {};
    socklen_t size = sizeof(from);
    auto* const address = reinterpret_cast<sockaddr*>(&from);
    const ssize_t got = recvfrom(udp_, query.data(), query.size(), 0, address, &size);
    if (got <= 0) return;
    ++queries_;
    const auto answer = answer_({query.data(), static_cast<size_t>(got)}, false);
    if (answer) sendto(udp_, answer->data(), answer->size(), 0, address, size);
  }

  // One question of a connection (RFC 1035 4.2.2).
  void AnswerTcp() {
    const int connection = accept(tcp_, nullptr, nullptr);
    std::array<char, 2048> query = {};
    const ssize_t got = recv(connection, query.data(), query.size(), 0);
    if (got > 2) {
      const auto answer = answer_({query.data() + 2, static_cast<size_t>(got) - 2}, true);
      const std::string sent = answer ? absl::StrCat(Wire16(answer->size()), *answer) : "";
      send(connection, sent.data(), sent.size(), MSG_NOSIGNAL);
    }
    close(connection);
  }

  Answer answer_;
  std::atomic<size_t> queries_ = 0;
  int udp_;
  int tcp_ = -1;
  NameServer server_;
  std::jthread thread_;
};

}  // namespace grpcfg

#endif  // GRPCFG_TESTS_DNS_LIVE_FAKE_SERVER_H_
