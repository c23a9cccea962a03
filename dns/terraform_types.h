// The resources of Terraform that hold DNS records: where names, TTLs and values are. One table for
// what is read (provider_formats.cc) and what is written (record_formats.cc).
#ifndef GRPCFG_DNS_TERRAFORM_TYPES_H_
#define GRPCFG_DNS_TERRAFORM_TYPES_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "dns/provider_reader.h"

namespace grpcfg {

// How a resource calls its record.
enum class TerraformName : uint8_t { kWhole, kWithFinalDot, kRelative };

struct TerraformType {
  absl::string_view type;
  absl::string_view name = "name";
  absl::string_view ttl = "ttl";
  absl::string_view values = "records";
  absl::string_view of_value = {};  // the member of an element that has the text; empty: itself
  absl::string_view former = {};  // what the values were called; where both are, they are the same
  absl::string_view record_type = "TXT";  // if no member says it
  // Of those that are written: of which provider (provider_limits.h), and what names the zone.
  absl::string_view provider = {};
  absl::string_view zone = {};
  ValueForm form = ValueForm::kRaw;
  TerraformName names = TerraformName::kWhole;
};

// flattenTxtEntry of terraform-provider-aws puts one pair of quotes around a record, and that is
// all; the others hand on what they are given.
inline constexpr TerraformType kTerraformTypes[] = {
    {.type = "aws_route53_record",
     .provider = "route53",
     .zone = "zone_id",
     .form = ValueForm::kInQuotes},
    {.type = "google_dns_record_set",
     .values = "rrdatas",
     .provider = "gcloud",
     .zone = "managed_zone",
     .form = ValueForm::kStrings,
     .names = TerraformName::kWithFinalDot},
    {.type = "azurerm_dns_txt_record",
     .values = "record",
     .of_value = "value",
     .provider = "azure",
     .zone = "zone_name",
     .names = TerraformName::kRelative},
    {.type = "azurerm_private_dns_txt_record", .values = "record", .of_value = "value"},
    {.type = "azurerm_dns_cname_record", .values = "record", .record_type = "CNAME"},
    {.type = "azurerm_private_dns_cname_record", .values = "record", .record_type = "CNAME"},
    // The name since version 5 of the provider, and that before it.
    {.type = "cloudflare_dns_record",
     .values = "content",
     .provider = "cloudflare",
     .zone = "zone_id",
     .form = ValueForm::kEither},
    {.type = "cloudflare_record",
     .values = "content",
     .former = "value",
     .form = ValueForm::kEither},
    {.type = "digitalocean_record", .values = "value"},
};

}  // namespace grpcfg

#endif  // GRPCFG_DNS_TERRAFORM_TYPES_H_
