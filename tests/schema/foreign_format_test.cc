// Texts in other formats than JSON are named; no JSON, broken or not, is taken for one.
#include "schema/json/foreign_format.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "re2/re2.h"
#include "schema/fields/document.h"

namespace grpcfg {
namespace {

std::string FormatByBeginning(absl::string_view text) {
  const ForeignFormat* const format = FindForeignFormat(text);
  return format == nullptr ? "" : std::string(format->name);
}

struct Row {
  std::string text;
  std::string format = {};
};

TEST(ForeignFormatTest, IsKnownByItsBeginning) {
  const Row rows[] = {
      {"\x1f\x8b\x08", "gzip data"},
      {"apiVersion: v1\nkind: ConfigMap\n", "a Kubernetes manifest"},
      {"---\n# shop\nkind: ConfigMap\ndata: {}\napiVersion: v1\n", "a Kubernetes manifest"},
      {"FROM debian:12\nRUN make\n", "a Dockerfile"},
      {"# shop\nARG V=1\nFROM golang:$V AS build\n\nCOPY . .\n", "a Dockerfile"},
      {R"(\{\"a\":\[5\]\})", "text quoted for a shell"},
      {R"($'{\n"a": 5}')", "text quoted for a shell"},
      {"%{\"a\" => [5]}\n", "Elixir source code"},
      {"%{a: 5}\n", "Elixir source code"},
      {"let config = json!({\"a\": 5});\n", "Rust source code"},
      {"serde_json::json!({\"a\": 5})\n", "Rust source code"},
      {"r#\"{\"a\": 5}\"#\n", "Rust source code"},
      {"pub const CONFIG: &str = r#\"{}\"#;\n", "Rust source code"},
      {"a: [{b: c}]\n", "YAML"},
      {"{a: 5}: 6\n"},
      {"$ORIGIN x.\n_grpc_config TXT \"grpc_config=[]\"\n", "a DNS zone file"},
      {"; shop\n\n$TTL 300\n", "a DNS zone file"},
      {"_grpc_config.shop.example. 300 IN TXT \"grpc_config=[]\"\n", "a DNS zone file"},
      {"@ IN SOA ns.example. admin.example. 1 2 3 4 5\n", "a DNS zone file"},
      {"shop A 192.0.2.1\n", "a DNS zone file"},
      {"shop 1h IN AAAA 2001:db8::1\n", "a DNS zone file"},
      {"@ MX 10 mail\n", "a DNS zone file"},
      {"www CNAME shop ; the same\n", "a DNS zone file"},
      {"shop NS ns1.shop.example.\n", "a DNS zone file"},
      {"shop TXT grpc_config=[{}]\n", "a DNS zone file"},
      {"class A {\n}\n", "source code"},
      {"// Shop.\npublic final class TXT extends Record {\n", "source code"},
      {"enum SRV {\n  ONE;\n}\n", "source code"},
      {"class NS extends B {\n", "source code"},
      {"syntax = \"proto3\";\n", "a .proto file"},
      {"// Licence\n/* of\n the shop */\nedition = \"2023\";\n", "a .proto file"},
      {"package shop.v1;\nmessage Order {\n}\n", "a .proto file"},
      {"import \"google/protobuf/any.proto\";\n", "a .proto file"},
      {"package main\n\nimport \"fmt\"\n", "Go source code"},
      {"// Code generated.\npackage config // of the shop\n", "Go source code"},
      {"package shop;\n\nimport java.util.Map;\n", "Java source code"},
      {"#include <grpcpp/grpcpp.h>\n", "C++ source code"},
      {"#pragma once\n", "C++ source code"},
      {"# shop\nimport json\n", "Python source code"},
      {"\"\"\"shop\"\"\"\nfrom grpc import aio\n"},  // begins with a string, as JSON does
      {"from grpc import aio\n", "Python source code"},
      {"using Grpc.Net.Client;\n\nnamespace Shop;\n", "C# source code"},
      {"var policy = new RetryPolicy\n{\n    MaxAttempts = 5\n};\n", "C# source code"},
      {"var config = new ServiceConfig();\n", "C# source code"},
      {"var config = {};\n", "JavaScript source code"},
      {"# Retries\n\nThe shop retries.\n\n```json\n{}\n```\n", "Markdown"},
      {"# Retries\n\nThey are made three times.\n", "Markdown"},
      {"# the shop's own retries\ntimeout: 5s\nname: x\n", "YAML"},
      {"const config = {methodConfig: []};\n", "JavaScript source code"},
      {"import grpc from '@grpc/grpc-js';\n", "JavaScript source code"},
      {"module.exports = {};\n", "JavaScript source code"},
      {"<?xml version=\"1.0\"?>", "XML or HTML"},
      {" <!DOCTYPE html>\n", "XML or HTML"},
      {"<html><body>", "XML or HTML"},
      {"method_config {\n  name {}\n}\n", "protobuf's text format"},
      {"retry_throttling: {\n  max_tokens: 10\n}\n", "protobuf's text format"},
      {"title = \"shop\"\n", "TOML"},
      {"# shop\nports = [1, 2]\n", "TOML"},
      {"methodConfig:\n  - name: [{}]\n", "YAML"},
      {"---\n- serviceConfig:\n    methodConfig: []\n", "YAML"},
      {"retryThrottling:\r\n  # few\r\n  maxTokens: 10\r\n", "YAML"},
      {"service: shop\ntimeout: 5s\n", "YAML"},
      {"eyJtZXRob2RDb25maWciOiBbXX0=\n", "base64"},
      {"ewogICJt\nZXRob2RD\n", "base64"},
      {"%7B%22methodConfig%22%3A%5B%5D%7D", "URL-encoded text"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1\n",
       "a Git LFS pointer"},
      {"resource \"aws_ssm_parameter\" \"config\" {\n}\n", "Terraform (HCL)"},
      {"locals {\n  retries = {}\n}\n", "Terraform (HCL)"},
      {"config = jsonencode({\n})\n", "Terraform (HCL)"},
      {"config = <<-EOT\n{}\nEOT\n", "Terraform (HCL)"},
      {"local t = '5s';\n{\"a\": t}", "Jsonnet"},
      {"(import 'base.libsonnet') + {}\n", "Jsonnet"},
      {"function(timeout='5s') {}\n", "Jsonnet"},
      {"package shop\n\nimport \"strings\"\n\n#Config: {}\n", "CUE"},
      {"import \"strings\"\n\nconfig: {}\n", "CUE"},
      {"#Duration: =~\"s$\"\n", "CUE"},
      {"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{}\n+[]\n", "a diff"},
      {"--- a/x\n+++ b/x\n", "a diff"},
      {"Index: x\n=====\n--- a/x\n+++ b/x\n", "a diff"},
      {"#!/bin/sh\n", "a shell script"},
      {"cat > x.json <<EOF\n{}\nEOF\n", "a shell script"},
      {"GRPC_CONFIG='{}'\n", "a shell script"},
      {"I0102 10:00:00.123 12 x.cc:12] {}\n", "a log"},
      {"Jan  2 10:00:00 host shop: {}\n", "a log"},
      {"INFO: {}\n", "a log"},
      {"```json\n{}\n```\n", "Markdown"},
      {"The config:\n\n```json\n{}\n```\n", "Markdown"},
      {"const config = `{}`\n", "source code"},
      {"config := `{}`\n", "source code"},
      {"String config = \"{}\";\n", "source code"},
      {"Map<String, ?> config = x;\n", "source code"},
      {"const char* config = \"{}\";\n", "source code"},
      {"args.SetServiceConfigJSON(\"{}\");\n", "source code"},
      {"public final class Shop {\n}\n", "source code"},
      {"def channel():\n", "source code"},
      {"@Configuration\nclass Shop {\n}\n", "source code"},
      {"Please publish {} for the shop.\n", "plain text"},
      {"Here, {}\n"},
      {"// the shop\n/* its\n name */ moved {\n}\n", "Terraform (HCL)"},
      {"GRPC_OPTIONS = [\n  (\"a\", 1)\n]\n", "Python source code"},
      {"CONFIG = {\n  \"a\": 1\n}\n", "Python source code"},
      {"config = {\"waitForReady\": True}\n", "Python source code"},
      {"config = {'waitForReady': 1}\n", "Python source code"},
      {R"(r"""{"a": 1}""")", "Python source code"},
      {"b'{\"a\": 1}'", "Python source code"},
      {"R\"({\"a\": 1})\"", "C++ source code"},
      {"options = [\n", "source code, HCL or the like"},
      {"shop_config = {\n  timeout = \"5s\"\n}\n", "source code, HCL or the like"},
      {"shop_config = {\"a\": 1}\n", "source code, HCL or the like"},
      {"shop.options = {\"a\": 1}", "source code"},
      {"x={\"a\": 1}", "source code, HCL or the like"},
      {"return {\n  \"a\": 1\n}", "source code"},
      {"({\"a\": 1})", "source code"},
      {"<?php\nreturn [];\n", "PHP source code"},
      {"---\n{\"a\": 1}\n", "YAML"},
      {"--- # shop\nmethodConfig: [{name: [{}]}]\n", "YAML"},
      {"- name: [{service: a.B}]\n  timeout: 5s\n", "YAML"},
      {"config: |\n  {}\n", "YAML"},
      {"config: >- # folded\n  {}\n", "YAML"},
      {"config: '{\"a\": 5}'\n", "YAML"},
      {"-----BEGIN CERTIFICATE-----\n", "PEM"},
      {")]}'\n{}", "a web response with the prefix `)]}'`"},
      {"HTTP/1.1 200 OK\r\n\r\n{}", "an HTTP message"},
      {"> GET /x HTTP/2\n>\n", "an HTTP message"},
      {"Content-Type: application/json\n\n{}", "a message with headers"},
      {"> {\n>   \"a\": 5\n> }\n", "quoted mail"},
      {"Name:         shop\nNamespace:    default\n", "the output of `kubectl describe`"},
      {"*** 1,4 ****\n  {\n", "a diff"},
      {"***************\n*** 1,4 ****\n", "a diff"},
      {"ann@host:~$ cat x.json\n", "a shell script"},
      {"x.json:7:  \"a\": 5\n", "a listing with line numbers"},
      {"amends \"Config.pkl\"\n", "Pkl"},
      {"a {\n  new {\n    b = 5\n  }\n}\n", "Pkl"},
      {"package shop.v1\n\nclass A\n", "Kotlin or Scala source code"},
      {"package shop\n\nimport io.grpc.*\n\nval a = mapOf(1 to 2)\n",
       "Kotlin or Scala source code"},
      {"import scala.util.Try\n\ncase object A {\n", "Kotlin or Scala source code"},
      {"import Foundation\n", "Swift source code"},
      {"import NIO\n\npublic struct A {\n", "Swift source code"},
      {"module Shop.Config where\n", "Haskell source code"},
      {"let a = 5; in { b = a; }\n", "Nix"},
      {"let a = \"5s\"\nin  { b = a }\n", "Dhall"},
      {"$config = @{\n  a = 5\n}\n", "PowerShell source code"},
      {"'use strict';\n", "JavaScript source code"},
      {"# 1 \"x.json.in\"\n{}", "the output of the C preprocessor"},
      {"local config = {\n  a = 5,\n}\n", "Lua source code"},
      {"return {\n  a = 5,\n}\n", "Lua source code"},
      {"service \"shop\" {\n  timeout = \"5s\"\n}\n", "HCL or HOCON"},
      {"all: x.json\n\tcp x.json y\n", "a Makefile"},
      {".PHONY: all\n", "a Makefile"},
      {"INSERT INTO configs VALUES (5);\n", "SQL"},
      {"map[a:[map[b:5s]]]\n", "a value as Go prints it"},
      {"&{A:5 B:<nil>}\n", "a value as Go prints it"},
      {"Config{a=5, b=6}\n", "a value as Java or Kotlin prints it"},
      {"let config: [String: Any] = [:]\n", "source code"},
      {"my $config = {};\n", "source code"},
      {"; shop\n[grpc]\na = 5\n", "an INI file"},
      {"# shop\ngrpc.timeout=5s\n", "a properties or .env file"},
      {"a=5\nb=6\n", "a properties or .env file"},
      {"TIMEOUT=5s\n", "a properties or .env file"},
      {"name,timeout\na.B,5s\n", "CSV"},
      {"server {\n  listen 80;\n}\n", "a program or a configuration"},
      {"# shop\n%YAML 1.2\n---\n{}\n", "YAML"},
  };
  for (const Row& row : rows) EXPECT_EQ(FormatByBeginning(row.text), row.format) << row.text;
}

TEST(ForeignFormatTest, NoJsonIsOne) {
  const std::string texts[] = {
      "",
      " \n",
      "{}",
      "[]",
      "{methodConfig: []}",                                  // keys without quotes
      "methodConfig:\n  [{\"name\": [{}]}]\n",               // on two lines
      "timeout: \"5s\",\nwaitForReady: true\n",              // members of an object
      "\"methodConfig\": [],\n\"loadBalancingConfig\": []",  // without braces
      "\"methodConfig\":\n  \"name\":\n",                    // in quotes
      "'methodConfig': []",                                  // in single quotes
      "// retries\n{\"methodConfig\": []}",                  // a comment
      "# retries\n{\"methodConfig\": []}",                   // of a shell
      "/* package a; */ {\"methodConfig\": []}",             // with code in it
      "\xEF\xBB\xBF{\"methodConfig\": []}",                  // a byte order mark
      "grpc_config=[{\"serviceConfig\": {}}]",               // a TXT value
      "grpc_config = [{\"serviceConfig\": {}}]",             // with spaces
      "null",
      "NULL: 1\nkind: 2\n",
      "True",
      "5s",
      "-1",
      "undefined",
      "%!d(string=3)",
      "methodConfig",
      "// package main\n",
  };
  for (const std::string& text : texts) EXPECT_EQ(FormatByBeginning(text), "") << text;
}

// The language that is mixed into `text`; empty: none.
std::string MixedFormatOf(absl::string_view text) {
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  return document.mark.empty() ? "" : std::string(FormatOf(document.tree).name);
}

TEST(ForeignFormatTest, LanguagesInJson) {
  const Row rows[] = {
      {"{\n<<<<<<< HEAD\n\"a\": 1\n=======\n\"a\": 2\n>>>>>>> topic\n}",
       "text with merge conflicts"},
      {"{\"a\": [\r\n=======\r\n1]}", "text with merge conflicts"},
      {"{\n@@ -1,2 +1,2 @@ x\n}", "a diff"},
      {" {\n-  \"a\": 1\n+  \"a\": 2\n }", "a diff"},
      {"+{\n+  \"a\": 1\n+}", "a diff"},
      {"{&quot;a&quot;: 1}", "HTML-escaped text"},
      {"{\"a\": [{% for x in y %}{}{% endfor %}]}", "a Jinja template"},
      {"{# the shop #}\n{}", "a Jinja template"},
      {"{\"a\": {{ x | tojson }}}", "a Jinja template"},
      {"{{{- if .Values.x }}\"a\": 1{{- end }}}", "a Helm template"},
      {R"({"a": {{ include "shop.timeout" . }}})", "a Helm template"},
      {"{\"a\": {{ .Timeout }}}", "a Go template"},
      {"{\"a\": {{timeout}}}", "a template with `{{ }}` in it"},
      {"{\"a\": <%= timeout %>}", "an ERB template"},
      {"{\"a\": std.toString(5)}", "Jsonnet"},
      {"{:a [{:b \"c\"}]}", "EDN, as Clojure has it"},
      {R"({"a" [{"b" "c"}], "d" 5})", "EDN, as Clojure has it"},
      {R"({""a"": 5, ""b"": ""c""})", "a field of CSV"},
      {R"("[{""a"": ""b""}]")", "a field of CSV"},
      {"\"{\"\n  \"\\\"a\\\": 5\"\n\"}\";", "a row of string literals"},
      {"\"{\\\"a\\\": \" +\n  \"5}\"", "a row of string literals"},
      {"\"\"\"{\"a\": 5}\"\"\"", "a string literal"},
      {"`{\"a\": 5}`", "a string literal"},
      {"1 {\n2   \"a\": 5\n3 }", "a listing with line numbers"},
      {"  1: {\n  2:   \"a\": 5\n  3: }", "a listing with line numbers"},
      {"{\"a\": 5}<EOF>", "a config with an end marker"},
      {"{\"a\":: (import 'x.libsonnet')}", "Jsonnet"},
      {"{\n  a+: [{b: 'c'}],\n}", "Jsonnet"},
      {"{\n  \"a\"+: {},\n}", "Jsonnet"},
      {"{\n  a: if x then [] else [5],\n}", "Jsonnet"},
      {"{\n  [if x then 'a']: [],\n}", "Jsonnet"},
      {"{\n  a: |||\n    b\n  |||,\n}", "Jsonnet"},
      {"{\n  a: '%ds' % 10,\n}", "Jsonnet"},
      {"{\n  a: [{ b: c } for c in d],\n}", "Jsonnet"},
      {"{\n  a: 'b.' + c,\n}", "Jsonnet or JavaScript"},
      {"404: Not Found", "an error message of a web server"},
      {"{&ldquo;a&ldquo;: 5}", "HTML-escaped text"},
      {"{\"a\": 1, \u2026}", "an excerpt with `...` for omitted parts"},
      {"{grpc: {service_config: '{\"methodConfig\": []}'}}", "Jsonnet or JavaScript"},
      {R"({grpc: {service_config: "{\"methodConfig\": []}"}})", "Jsonnet or JavaScript"},
      {"{\"a\": jsonencode([])}", "Terraform (HCL)"},
      {"{\"a\": var.timeout}", "Terraform (HCL)"},
      {"{\n  a = [1]\n  b = 2\n}", "HCL, Dhall or the like"},
      {"{\n%{ if x ~}\n\"a\": 1\n%{ endif }\n}", "Terraform (HCL)"},
      {R"({"a": *"5s" | string})", "CUE"},
      {"{\"a\": int & >=2 & <=5}", "CUE"},
      {R"({"a": =~"s$"})", "CUE"},
      {R"({"a": #Duration | "5s"})", "CUE"},
      {R"({"a": f"{t}s"})", "Python source code"},
      {R"({"a": [b'x', 1]})", "Python source code"},
      {R"({"a": [{"b": c} for c in codes]})", "Python source code"},
      {R"({"a" => 1})", "Ruby source code"},
      {"{:a => {:b => nil}}", "Ruby source code"},
      {"['a' => ['b' => 1]]", "PHP source code"},
      {"{a: [{b: c.D}], timeout: 5s}", "YAML"},
      {"{\"a\": ${TIMEOUT}}", "a template with placeholders"},
      {"{\"a\": $TIMEOUT}", "a template with placeholders"},
      {"{\"a\": @timeout@}", "a template with placeholders"},
      {"{\"a\": %s}", "a template with placeholders"},
      {"{\"a\": $timeout}", "a template with placeholders"},
      {"{\"a\": #{Timeout}}", "a template with placeholders"},
      {"{\"a\": <your timeout>}", "a template with placeholders"},
      {"{\"a\": __TIMEOUT__}", "a template with placeholders"},
      {"{\"a\": ((timeout))}", "a template with placeholders"},
      {"{\"a\": 1, ...}", "an excerpt with `...` for omitted parts"},
      {R"({\"a\": [{\"b\": \"5s\"}]})", "JSON that is escaped for a string"},
      {"[grpc]\na = 1\n", "an INI or TOML file"},
      {"[grpc]\na = '1'\n", "TOML"},
      {"[[grpc]]\na = 1\n", "TOML"},
      {"{a=[{b=c.D, e=5s}]}", "a value as Java prints it"},
      {"{Name:[{Service:a.B}] Timeout:5s}", "a value as Go prints it"},
      {"{ a = ( { b = 5s; } ); }", "a property list"},
      {"{ a = [ { b = \"5s\"; } ]; }", "Nix"},
      {"{ pkgs, ... }:\n{ a = 5; }", "Nix"},
      {"{ [\"a\"] = { 5 } }", "Lua source code"},
      {"[PSCustomObject]@{ a = 5 }", "PowerShell source code"},
      {"{ a => { b => 5 } }", "Perl source code"},
      {"{\n  a: 5s\n  b: true\n}", "Hjson"},
      {"{\"a\": <<\"x\">>}", "Erlang terms"},
      {"[{a, [{b, 5}]}].\n", "Erlang terms"},
      {"\"a\",\"b\"\n5,6\n", "CSV"},
      {"12:  \"a\": 5,\n13:  \"b\": 6,\n", "a listing with line numbers"},
      {"1a2b3c4d (Ann 2026-01-02 10:00 1) {\n", "a listing with line numbers"},
      {"\"a\": |\n  {\"b\": 5}\n", "YAML"},
      {"{\x1b[1m\"a\"\x1b[0m: 5}", "text with terminal colours"},
      {"{\n  <<<<<<< HEAD\n  \"a\": 5\n  >>>>>>> x\n}", "text with merge conflicts"},
      {">>>> ORIGINAL //depot/x#1\n{}\n<<<<\n", "text with merge conflicts"},
      {"{          {\n  \"a\": 5  |    \"a\": 6\n}          }\n", "a side-by-side diff"},
      {"7c7\n<  \"a\": 5\n---\n>  \"a\": 6\n", "a diff"},
      {"{<!-- five -->\"a\": 5}", "text with HTML comments"},
      {"{<#if x>\"a\": 5</#if>}", "a FreeMarker template"},
      {"{\n% if x:\n\"a\": 5\n% endif\n}", "a Mako template"},
      {"{\n#ifdef X\n\"a\": 5\n#endif\n}", "text for the C preprocessor"},
      {"{\n#if($x)\n\"a\": 5\n#end\n}", "a Velocity template"},
      {"{\"a\": #@ data.values.a\n}", "a ytt template"},
      {"{\n// @if X\n\"a\": 5\n// @endif\n}", "text with directives in its comments"},
      {"{\"a\": /*{{x}}*/ 5}", "text with directives in its comments"},
      {"{\n@if($x)\n\"a\": 5\n@endif\n}", "a template with `@` before its directives"},
      {"{{if $x}\"a\": 5{/if}}", "a Smarty template"},
      {"{{\"a\": [{{\"b\": {c}}}]}}",
       "a template with doubled braces, as for Python's `str.format`"},
      {"{\"a\": 5, ...base}", "JavaScript source code"},
      {"{\"a\": require('./a')}", "JavaScript source code"},
      {"{\"a\": [dict(b = 5)]}", "Python source code"},
      {"{\"a\": (\"x\", \"y\")}", "Python source code"},
      {"{\"a\": %{timeout}}", "a template with placeholders"},
      {"{\"a\": #TIMEOUT#}", "a template with placeholders"},
      {"{\n#{if X}\n\"a\": 5\n#{/if}\n}", "a template with placeholders"},
      {"{\n[[ if .x ]]\n\"a\": 5\n[[ end ]]\n}", "a template with placeholders"},
      {"2026-01-02T10:00:00Z INFO {}", "a log"},
      {"[2026-01-02 10:00:00] {}", "a log"},
  };
  for (const Row& row : rows) EXPECT_EQ(MixedFormatOf(row.text), row.format) << row.text;
}

TEST(ForeignFormatTest, WhatLooksLikeALanguageAndIsJson) {
  const std::string texts[] = {
      R"({"timeout": "{{ .Values.timeout }}"})",       // in a string
      R"({"timeout": "${TIMEOUT}",})",                 // beside a fault that has its fix
      R"({"a": "&quot;", "b": 'x'})",                  //
      "{\"a\": 1, // {{ .Values.x }}\n \"b\": 2}",     // in a comment
      R"({{"methodConfig": []}})",                     // a brace too many
      R"({"a": {"b" [1]}, "c": 5})",                   // a colon too few
      "\"a\": 5,\n\"b\": 6\n",                         // braces too few
      R"({"a": ""b"})",                                // a quote too many
      "1\n2\n",                                        // numbers
      R"({"a": {{"b": 1}}})",                          //
      R"({$schema: "x"})",                             // JSON5
      R"({methodConfig: [{timeout: '5s'}]})",          //
      R"({"a":: 5})",                                  // a colon too many
      "{\"a\": \"x\n=======\n\"}",                     // in a string of several lines
      "{\"a\": 1, # of ${SHOP}, #{Shop}\n \"b\": 2}",  // in a comment of a shell
      "{\"a\": 1, #Five, as agreed\n \"b\": 2}",       //
      "{#{\"a\": 1},\n \"b\": 2}",                     // a value that is commented out
      R"({"a": [[UNAVAILABLE]]})",                     // brackets too many
      R"({"a": "x" "b": 1, "c": "..."})",              //
      "[UNAVAILABLE]",                                 // without quotes
      "{a: [{b: true, c: null}], d: 5}",               //
      R"({"a": b", "c": 1})",                          // a quote too few
      "{\"a\": 5 # if unsure, ask\n, \"b\": 6}",       // comments that begin like directives
      "{\"a\": 5 #if you change it, tell us\n}",       //
      "{\"a\": 5 # include the port\n}",               //
      "{\"a\": 5 // for now\n}",                       //
      "{\"a\": 5 // @deprecated\n}",                   //
      "{\"a\": 5 // inject the timeout\n}",            //
      "{\n% the shop\n\"a\": 5}",                      //
      R"({"a" = 5, "b" = [{"c" = 6}]})",               // other signs than colons
      R"({"a": 5; "b": {"c": 6;}})",                   // and commas
      R"({"a": [{"b": 5s}]})",                         // a value without quotes
      R"({"a": {"b": {}}}})",                          // a brace too many
      "{\"a\": [\"x\"\n\"y\"]}",                       // a comma too few
      R"({"a": 1, // wait for x in y
          "b": 2})",                                   //
  };
  for (const std::string& text : texts) EXPECT_EQ(MixedFormatOf(text), "") << text;
}

TEST(ForeignFormatTest, MarksAreRight) {
  for (const MixedFormat& format : MixedFormats()) {
    EXPECT_TRUE(RE2(std::string(format.mark)).ok()) << format.name;
    EXPECT_TRUE(RE2(std::string(format.sign)).ok()) << format.name;
  }
}

TEST(ForeignFormatTest, LooksAtTheBeginningOnly) {
  const std::string comment = absl::StrCat("#", std::string(5000, 'x'), "\n");
  EXPECT_EQ(FormatByBeginning(comment + "timeout: 5s\nname: x\n"), "");
  EXPECT_EQ(FormatByBeginning("timeout: 5s\nname: x\n" + comment), "YAML");
}

TEST(ForeignFormatTest, PatternsAreRight) {
  for (const ForeignFormat& format : ForeignFormats()) {
    EXPECT_TRUE(RE2(absl::StrCat(format.before, "(?:", format.pattern, ")")).ok()) << format.name;
  }
}

TEST(ForeignFormatTest, IsOneIssueOnTheFirstWord) {
  const std::string text = "\n  methodConfig:\n  - name: x\n";
  const Document document = ParseDocument(text, DocumentKind::kConfig);
  ASSERT_EQ(document.tree.issues().size(), 1U);
  EXPECT_EQ(document.tree.issues()[0].kind, IssueKind::kJsonForeign);
  EXPECT_EQ(document.tree.issues()[0].span, (Span{3, 16}));
  EXPECT_EQ(document.tree.kind(JsonTree::kRoot), JsonKind::kMissing);
}

// A TXT value has a format of its own.
TEST(ForeignFormatTest, IsSoughtInNoTxtValue) {
  const Document document = ParseDocument("grpc_config=a: 1\nb: 2\n", DocumentKind::kTxt);
  for (const Issue& issue : document.tree.issues()) {
    EXPECT_NE(issue.kind, IssueKind::kJsonForeign);
  }
}

// A flag in YAML is escaped; what takes it out of the manifest undoes that.
TEST(ForeignFormatTest, FlagsOfManifestsAreTakenOutByACommand) {
  const ForeignFormat* const format =
      FindForeignFormat("apiVersion: apps/v1\nkind: StatefulSet\nspec: {}\n");
  ASSERT_NE(format, nullptr);
  EXPECT_TRUE(absl::StrContains(format->help, "yq -r '.spec.template.spec.containers[].args[]"));
}

}  // namespace
}  // namespace grpcfg
