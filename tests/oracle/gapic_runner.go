// The verdict of Google's client generators on service configs: JSON Lines in, JSON Lines out; see
// README.md. They read a config with protojson into service_config.proto, unknown fields rejected.
//
// Usage: gapic_runner DESCRIPTORS     service_config.proto and its imports, as protoc writes them
package main

import (
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// A field that the protos got after January 2023, the state that Debian 12 has.
type newField struct {
	file     string // its package; service_config if empty
	message  string
	name     string
	number   int32
	kind     descriptorpb.FieldDescriptorProto_Type
	ofType   string // of a message
	repeated bool
	oneof    bool // of the first oneof of the message
}

const (
	kindBool    = descriptorpb.FieldDescriptorProto_TYPE_BOOL
	kindMessage = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
	kindString  = descriptorpb.FieldDescriptorProto_TYPE_STRING
	kindUint32  = descriptorpb.FieldDescriptorProto_TYPE_UINT32

	policies = ".grpc.service_config.LoadBalancingConfig"
	labels   = ".TelemetryLabelsEntry"
)

// gRFCs A62, A58, A37, A89, A76, A55, A68 and A105.
var newFields = []newField{
	{message: "PickFirstConfig", name: "shuffle_address_list", number: 1, kind: kindBool},
	{message: "WeightedRoundRobinLbConfig", name: "error_utilization_penalty", number: 6,
		kind: kindMessage, ofType: ".google.protobuf.FloatValue"},
	{message: "CdsConfig", name: "is_dynamic", number: 2, kind: kindBool},
	{message: "XdsClusterImplLoadBalancingPolicyConfig", name: "telemetry_labels", number: 8,
		kind: kindMessage, ofType: labels, repeated: true},
	{message: "XdsClusterResolverLoadBalancingPolicyConfig.DiscoveryMechanism",
		name: "telemetry_labels", number: 10, kind: kindMessage, ofType: labels, repeated: true},
	{message: "RingHashLoadBalancingConfig", name: "request_hash_header", number: 3, kind: kindString},
	{message: "OverrideHostLoadBalancingPolicyConfig", name: "cluster_name", number: 3,
		kind: kindString},
	{message: "RandomSubsettingLoadBalancingConfig", name: "subset_size", number: 1, kind: kindUint32},
	{message: "RandomSubsettingLoadBalancingConfig", name: "child_policy", number: 2,
		kind: kindMessage, ofType: policies, repeated: true},
	{message: "LoadBalancingConfig", name: "random_subsetting_experimental", number: 21,
		kind: kindMessage, ofType: ".grpc.service_config.RandomSubsettingLoadBalancingConfig",
		oneof: true},
	{message: "ServiceConfig.ConnectionScaling", name: "max_connections_per_subchannel", number: 1,
		kind: kindMessage, ofType: ".google.protobuf.UInt32Value"},
	{message: "ServiceConfig", name: "connection_scaling", number: 6, kind: kindMessage,
		ofType: ".grpc.service_config.ServiceConfig.ConnectionScaling"},
	{file: "grpc.lookup.v1", message: "HttpKeyBuilder", name: "method", number: 6, kind: kindString},
}

// ---- A newer service_config.proto from Debian's

// find returns the message of that name in `list`, made where it is missing.
func find(list *[]*descriptorpb.DescriptorProto, name string) *descriptorpb.DescriptorProto {
	for _, message := range *list {
		if message.GetName() == name {
			return message
		}
	}
	made := &descriptorpb.DescriptorProto{Name: proto.String(name)}
	*list = append(*list, made)
	return made
}

func messageOf(file *descriptorpb.FileDescriptorProto, path string) *descriptorpb.DescriptorProto {
	names := strings.Split(path, ".")
	message := find(&file.MessageType, names[0])
	for _, name := range names[1:] {
		message = find(&message.NestedType, name)
	}
	return message
}

// lowerCamel is the JSON name that protoc gives; names of LB policies keep their underscores.
func lowerCamel(name string) string {
	words := strings.Split(name, "_")
	for i := range words[1:] {
		words[i+1] = strings.ToUpper(words[i+1][:1]) + words[i+1][1:]
	}
	return strings.Join(words, "")
}

func field(name string, number int32, kind descriptorpb.FieldDescriptorProto_Type) *descriptorpb.FieldDescriptorProto {
	return &descriptorpb.FieldDescriptorProto{
		Name:     proto.String(name),
		JsonName: proto.String(lowerCamel(name)),
		Number:   proto.Int32(number),
		Type:     kind.Enum(),
		Label:    descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
}

// addLabelsEntry makes what protoc makes of `map<string, string> telemetry_labels`.
func addLabelsEntry(message *descriptorpb.DescriptorProto) {
	message.NestedType = append(message.NestedType, &descriptorpb.DescriptorProto{
		Name:    proto.String(labels[1:]),
		Field:   []*descriptorpb.FieldDescriptorProto{field("key", 1, kindString), field("value", 2, kindString)},
		Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)},
	})
}

func has(message *descriptorpb.DescriptorProto, name string) bool {
	for _, known := range message.Field {
		if known.GetName() == name {
			return true
		}
	}
	return false
}

func addField(file *descriptorpb.FileDescriptorProto, row newField) {
	message := messageOf(file, row.message)
	if has(message, row.name) {
		return // a newer Debian
	}
	added := field(row.name, row.number, row.kind)
	if row.ofType == labels {
		addLabelsEntry(message)
		added.TypeName = proto.String("." + file.GetPackage() + "." + row.message + labels)
	} else if row.ofType != "" {
		added.TypeName = proto.String(row.ofType)
	}
	if row.repeated {
		added.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
	}
	if row.oneof {
		added.OneofIndex = proto.Int32(0)
		added.JsonName = proto.String(row.name)
	}
	message.Field = append(message.Field, added)
}

func serviceConfigType(path string) protoreflect.MessageType {
	bytes, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(bytes, set); err != nil {
		panic(err)
	}
	for _, file := range set.File {
		for _, row := range newFields {
			if row.file == "" {
				row.file = "grpc.service_config"
			}
			if row.file == file.GetPackage() {
				addField(file, row)
			}
		}
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		panic(err)
	}
	found, err := files.FindDescriptorByName("grpc.service_config.ServiceConfig")
	if err != nil {
		panic(err)
	}
	return dynamicpb.NewMessageType(found.(protoreflect.MessageDescriptor))
}

// ---- Answers

func main() {
	config := serviceConfigType(os.Args[1])
	serve(func(text []byte) answer {
		if err := protojson.Unmarshal(text, config.New().Interface()); err != nil {
			return rejects(err)
		}
		return answer{Verdict: "accepts", Effective: struct{}{}}
	})
}
