// The verdict of grpc-go on service configs: JSON Lines in, JSON Lines out; see README.md.
//
// Each config that parses is then given to a channel of its own, as a name resolver would, because
// grpc-go dies of some that it has accepted. LB policies: those that grpc registers by itself, and
// those of the file go_policies_*.go that is compiled with this one. It compiles with 1.33 to 1.81.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"reflect"
	"sort"
	"strings"
	"time"
	"unsafe"

	"google.golang.org/grpc"
	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/grpclog"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/serviceconfig"
)

// resolverOf hands out the channel's side of name resolution.
type resolverOf struct{ channel resolver.ClientConn }

func (r *resolverOf) Build(_ resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions) (resolver.Resolver, error) {
	r.channel = cc
	return r, nil
}
func (*resolverOf) Scheme() string                        { return "oracle" }
func (*resolverOf) ResolveNow(resolver.ResolveNowOptions) {}
func (*resolverOf) Close()                                {}

func unreachable(context.Context, string) (net.Conn, error) {
	return nil, errors.New("nobody is there")
}

func dial() (*grpc.ClientConn, resolver.ClientConn) {
	r := &resolverOf{}
	cc, err := grpc.Dial("oracle:///server", grpc.WithInsecure(), grpc.WithResolvers(r),
		grpc.WithContextDialer(unreachable))
	if err != nil {
		panic(err)
	}
	return cc, r.channel
}

// apply returns what the channel died of, if it did. A death on another goroutine ends the process,
// which the driver notices.
func apply(parsed *serviceconfig.ParseResult) (death string) {
	cc, channel := dial()
	defer func() {
		if cause := recover(); cause != nil {
			death = fmt.Sprint(cause) // and leave the channel: it may hold its locks
			return
		}
		cc.Close()
	}()
	channel.UpdateState(resolver.State{
		Addresses:     []resolver.Address{{Addr: "127.0.0.1:1"}},
		ServiceConfig: parsed,
	})
	// The goroutine that dies of a policy lets go of this one first.
	if name, _ := balancingOf(reflect.ValueOf(parsed.Config).Elem()); name != "pick_first" && name != "round_robin" {
		time.Sleep(time.Millisecond)
	}
	return ""
}

// nameless stands for DNS, which the policies rls and cluster_resolver would ask for any name in a
// config: it finds nothing.
type nameless struct{}

func (nameless) Build(resolver.Target, resolver.ClientConn, resolver.BuildOptions) (resolver.Resolver, error) {
	return nameless{}, nil
}
func (nameless) Scheme() string                        { return "dns" }
func (nameless) ResolveNow(resolver.ResolveNowOptions) {}
func (nameless) Close()                                {}

// ---- What the client has understood. Most fields are unexported, so by reflection.

// field finds a field that later releases have exported.
func field(structure reflect.Value, name string) reflect.Value {
	return structure.FieldByNameFunc(func(other string) bool { return strings.EqualFold(other, name) })
}

func seconds(d time.Duration) string {
	sign, nanos := "", uint64(d)
	if d < 0 { // the least Duration has no opposite
		sign, nanos = "-", -nanos
	}
	text := fmt.Sprintf("%d.%09d", nanos/uint64(time.Second), nanos%uint64(time.Second))
	return sign + strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + "s"
}

// codeNames are the names in a service config, by number; codes.Code has names of its own.
var codeNames = []string{
	"OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND",
	"ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED",
	"OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
}

func statusNames(set reflect.Value) []string {
	var numbers []int
	for _, key := range set.MapKeys() {
		numbers = append(numbers, int(key.Uint()))
	}
	sort.Ints(numbers)
	names := []string{}
	for _, number := range numbers {
		names = append(names, codeNames[number])
	}
	return names
}

func retryPolicyOf(config grpc.MethodConfig) map[string]interface{} {
	policy := field(reflect.ValueOf(config), "retryPolicy")
	if policy.IsNil() {
		return nil
	}
	policy = policy.Elem()
	return map[string]interface{}{
		"maxAttempts":          field(policy, "maxAttempts").Int(),
		"initialBackoff":       seconds(time.Duration(field(policy, "initialBackoff").Int())),
		"maxBackoff":           seconds(time.Duration(field(policy, "maxBackoff").Int())),
		"backoffMultiplier":    field(policy, "backoffMultiplier").Float(),
		"retryableStatusCodes": statusNames(field(policy, "retryableStatusCodes")),
	}
}

func methodOf(config grpc.MethodConfig) map[string]interface{} {
	method := map[string]interface{}{}
	if config.Timeout != nil {
		method["timeout"] = seconds(*config.Timeout)
	}
	if config.WaitForReady != nil {
		method["waitForReady"] = *config.WaitForReady
	}
	if config.MaxReqSize != nil {
		method["maxRequestMessageBytes"] = *config.MaxReqSize
	}
	if config.MaxRespSize != nil {
		method["maxResponseMessageBytes"] = *config.MaxRespSize
	}
	if policy := retryPolicyOf(config); policy != nil {
		method["retryPolicy"] = policy
	}
	return method
}

func effectiveOf(config *grpc.ServiceConfig) map[string]interface{} {
	methods := map[string]interface{}{}
	for path, method := range config.Methods {
		methods[path] = methodOf(method)
	}
	effective := map[string]interface{}{"methods": methods}
	fields := reflect.ValueOf(config).Elem()
	if throttling := fields.FieldByName("retryThrottling"); !throttling.IsNil() {
		effective["retryThrottling"] = map[string]interface{}{
			"maxTokens":  throttling.Elem().FieldByName("MaxTokens").Float(),
			"tokenRatio": throttling.Elem().FieldByName("TokenRatio").Float(),
		}
	}
	if name, ok := balancingOf(fields); ok {
		effective["loadBalancing"] = name
	}
	return effective
}

// balancingOf returns the name of the LB policy that a config asks for.
func balancingOf(config reflect.Value) (string, bool) {
	policy := config.FieldByName("lbConfig")
	if policy.IsNil() {
		// grpc-go 1.64 has no such field: it has made a list of loadBalancingPolicy.
		name := config.FieldByName("LB")
		if !name.IsValid() || name.IsNil() {
			return "", false
		}
		return name.Elem().String(), true
	}
	if policy.Kind() == reflect.Interface {
		return builderOf(policy.Elem().Elem()).Name(), true
	}
	return policy.Elem().FieldByName("name").String(), true
}

// builderOf reads the unexported field of gracefulswitch.lbConfig, whose package is internal.
func builderOf(config reflect.Value) balancer.Builder {
	builder := config.FieldByName("childBuilder")
	return *(*balancer.Builder)(unsafe.Pointer(builder.UnsafeAddr()))
}

// diesOfBackoff tells whether a backoff is less than a nanosecond: stream.go csAttempt.shouldRetry
// of grpc-go 1.41, the first that retries unasked, to 1.69.
func diesOfBackoff(method grpc.MethodConfig) bool {
	var major, minor int
	fmt.Sscanf(grpc.Version, "%d.%d", &major, &minor)
	policy := field(reflect.ValueOf(method), "retryPolicy").Elem()
	backoff := float64(field(policy, "initialBackoff").Int())
	longest := float64(field(policy, "maxBackoff").Int())
	for retry := int64(1); retry < field(policy, "maxAttempts").Int(); retry++ {
		// What 292 years become as an int64 is the processor's affair.
		if minor >= 41 && minor < 70 && math.Min(backoff, longest) < 1 {
			return true
		}
		backoff *= field(policy, "backoffMultiplier").Float()
	}
	return false
}

// breaks tells why every call of some method fails, if so.
func breaks(config *grpc.ServiceConfig) string {
	for path, method := range config.Methods {
		// stream.go newClientStream: a timeout of 0 counts, a negative one does not.
		if method.Timeout != nil && *method.Timeout == 0 {
			return fmt.Sprintf("every call of %q: the deadline is over at once", path)
		}
		if retryPolicyOf(method) != nil && diesOfBackoff(method) {
			return fmt.Sprintf("a retry of %q: Int63n(0)", path)
		}
		// rpc_util.go recvMsg, stream.go prepareMsg: even an empty message is longer.
		for _, limit := range []*int{method.MaxReqSize, method.MaxRespSize} {
			if limit != nil && *limit < 0 {
				return fmt.Sprintf("every call of %q: the message is above %d bytes", path, *limit)
			}
		}
	}
	return ""
}

// settling is how long a channel may take to die on a goroutine of its own, which reports nothing:
// grpc-go's deferred functions let the caller go on while they unwind.
const settling = 3 * time.Millisecond

// isPlain tells whether the LB policy is one that no config makes a channel die of.
func isPlain(parsed *serviceconfig.ParseResult) bool {
	name, ok := balancingOf(reflect.ValueOf(parsed.Config).Elem())
	return !ok || name == "pick_first" || name == "round_robin"
}

func judge(parser resolver.ClientConn, text string) answer {
	parsed := parser.ParseServiceConfig(text)
	if parsed.Err != nil {
		return rejects(parsed.Err)
	}
	config := parsed.Config.(*grpc.ServiceConfig)
	judged := answer{Verdict: "accepts", Effective: effectiveOf(config)}
	causes := []string{breaks(config), apply(parsed)}
	if !isPlain(parsed) {
		time.Sleep(settling)
	}
	for _, cause := range causes {
		if cause != "" {
			judged.Verdict, judged.Message = "breaks-calls", cause
		}
	}
	return judged
}

func main() {
	grpclog.SetLoggerV2(grpclog.NewLoggerV2(io.Discard, io.Discard, io.Discard))
	resolver.Register(nameless{})
	_, parser := dial()
	serve(func(text []byte) answer { return judge(parser, string(text)) })
}
