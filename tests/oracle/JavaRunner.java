// In this package because what a channel understood is not public; see tests/oracle/README.md.
package io.grpc.internal;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.grpc.ClientStreamTracer;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.NameResolver.ConfigOrError;
import io.grpc.Status;
import io.grpc.internal.ManagedChannelServiceConfig.MethodInfo;
import io.grpc.internal.RetriableStream.ChannelBufferMeter;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The verdict of grpc-java on service configs: JSON Lines in, JSON Lines out. */
public final class JavaRunner {
  // As ManagedChannelImplBuilder has them: retries are on since 1.41.
  private static final int MAX_ATTEMPTS = 5;
  private static final ScParser PARSER =
      new ScParser(true, MAX_ATTEMPTS, MAX_ATTEMPTS, new AutoConfiguredLoadBalancerFactory("pick_first"));
  private static final Gson GSON =
      new GsonBuilder().disableHtmlEscaping().serializeSpecialFloatingPointValues().create();

  private JavaRunner() {}

  private static String seconds(long nanos) {
    return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString() + "s";
  }

  private static void put(Map<String, Object> into, String key, Object value) {
    if (value != null) {
      into.put(key, value);
    }
  }

  private static Collection<String> names(Collection<Status.Code> codes) {
    List<String> names = new java.util.ArrayList<>();
    for (Status.Code code : new TreeSet<>(codes)) {
      names.add(code.name());
    }
    return names;
  }

  private static Map<String, Object> retryOf(RetryPolicy policy) {
    Map<String, Object> retry = new LinkedHashMap<>();
    retry.put("maxAttempts", policy.maxAttempts);
    retry.put("initialBackoff", seconds(policy.initialBackoffNanos));
    retry.put("maxBackoff", seconds(policy.maxBackoffNanos));
    retry.put("backoffMultiplier", policy.backoffMultiplier);
    retry.put("retryableStatusCodes", names(policy.retryableStatusCodes));
    return retry;
  }

  private static Map<String, Object> hedgingOf(HedgingPolicy policy) {
    Map<String, Object> hedging = new LinkedHashMap<>();
    hedging.put("maxAttempts", policy.maxAttempts);
    hedging.put("hedgingDelay", seconds(policy.hedgingDelayNanos));
    hedging.put("nonFatalStatusCodes", names(policy.nonFatalStatusCodes));
    return hedging;
  }

  private static Map<String, Object> methodOf(MethodInfo info) {
    Map<String, Object> method = new LinkedHashMap<>();
    put(method, "timeout", info.timeoutNanos == null ? null : seconds(info.timeoutNanos));
    put(method, "waitForReady", info.waitForReady);
    put(method, "maxRequestMessageBytes", info.maxOutboundMessageSize);
    put(method, "maxResponseMessageBytes", info.maxInboundMessageSize);
    put(method, "retryPolicy", info.retryPolicy == null ? null : retryOf(info.retryPolicy));
    put(method, "hedgingPolicy", info.hedgingPolicy == null ? null : hedgingOf(info.hedgingPolicy));
    return method;
  }

  /** All method configs by path: "/service/method", "/service/", and "" for the default. */
  private static Map<String, MethodInfo> methodsOf(ManagedChannelServiceConfig config) {
    Map<String, MethodInfo> methods = new LinkedHashMap<>();
    MethodInfo fallback = (MethodInfo) fieldOf(config, "defaultMethodConfig");
    if (fallback != null) {
      methods.put("", fallback);
    }
    infos(config, "serviceMap").forEach((name, info) -> methods.put("/" + name + "/", info));
    infos(config, "serviceMethodMap").forEach((name, info) -> methods.put("/" + name, info));
    return methods;
  }

  @SuppressWarnings("unchecked")
  private static Map<String, MethodInfo> infos(ManagedChannelServiceConfig config, String name) {
    return (Map<String, MethodInfo>) fieldOf(config, name);
  }

  private static Object fieldOf(ManagedChannelServiceConfig config, String name) {
    try {
      Field field = ManagedChannelServiceConfig.class.getDeclaredField(name);
      field.setAccessible(true);
      return field.get(config);
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static Map<String, Object> effectiveOf(ManagedChannelServiceConfig config) {
    Map<String, Object> methods = new LinkedHashMap<>();
    methodsOf(config).forEach((path, info) -> methods.put(path, methodOf(info)));
    Map<String, Object> effective = new LinkedHashMap<>();
    effective.put("methods", methods);
    RetriableStream.Throttle throttle = config.getRetryThrottling();
    if (throttle != null) {
      Map<String, Object> throttling = new LinkedHashMap<>();
      throttling.put("maxTokens", BigDecimal.valueOf(throttle.maxTokens, 3));
      throttling.put("tokenRatio", BigDecimal.valueOf(throttle.tokenRatio, 3));
      effective.put("retryThrottling", throttling);
    }
    Object policy = config.getLoadBalancingConfig();
    if (policy instanceof ServiceConfigUtil.PolicySelection) {
      effective.put("loadBalancing",
          ((ServiceConfigUtil.PolicySelection) policy).provider.getPolicyName());
    }
    return effective;
  }

  /** The stream of a call, made as RetryingCall makes it; its constructor refuses some policies. */
  private static void startCall(MethodInfo info) {
    new RetriableStream<Object>(
        null, new Metadata(), new ChannelBufferMeter(), 0, 0, null, null,
        info.retryPolicy, info.hedgingPolicy, null) {
      @Override void postCommit() {}

      @Override Status prestart() {
        return null;
      }

      @Override ClientStream newSubstream(
          Metadata headers, ClientStreamTracer.Factory tracer, int attempts, boolean transparent) {
        return null;
      }
    };
  }

  /** Why every call of some method fails; null if none is known. */
  private static String breaks(ManagedChannelServiceConfig config) {
    for (Map.Entry<String, MethodInfo> method : methodsOf(config).entrySet()) {
      String calls = "every call of \"" + method.getKey() + "\": ";
      // ClientCallImpl.applyMethodConfig: a deadline that is over.
      Long timeout = method.getValue().timeoutNanos;
      if (timeout != null && timeout <= 0) {
        return calls + "the deadline is over at once";
      }
      try {
        startCall(method.getValue());
      } catch (RuntimeException refused) {
        return calls + refused;
      }
    }
    return null;
  }

  /** Takes every choice whose percentage is above 0. */
  private static final class LuckyRandom extends Random {
    @Override public int nextInt(int bound) {
      return 0;
    }
  }

  @SuppressWarnings("unchecked")
  private static ConfigOrError parse(String text) throws IOException {
    return PARSER.parseServiceConfig((Map<String, ?>) io.grpc.internal.JsonParser.parse(text));
  }

  /** The same of a list of choices, for a host that none names; null if no choice is for it. */
  @SuppressWarnings("unchecked")
  private static ConfigOrError choose(String text) {
    ConfigOrError chosen = DnsNameResolver.parseServiceConfig(
        List.of("grpc_config=" + text), new LuckyRandom(), "a host that no list names");
    return chosen == null || chosen.getError() != null
        ? chosen
        : PARSER.parseServiceConfig((Map<String, ?>) chosen.getConfig());
  }

  /** The verdict, its message and the effective values, as members of `answer`. */
  private static void judge(String text, boolean choices, Map<String, Object> answer) {
    answer.put("verdict", "rejects");
    answer.put("effective", Map.of());
    ConfigOrError parsed;
    try {
      parsed = choices ? choose(text) : parse(text);
    } catch (IOException | RuntimeException | StackOverflowError thrown) {
      answer.put("message", thrown.toString());
      return;
    }
    if (parsed == null) {
      answer.put("verdict", "accepts");
      answer.put("message", "");
      return;
    }
    if (parsed.getError() != null) {
      Throwable cause = parsed.getError().getCause();
      answer.put("message", parsed.getError() + (cause == null ? "" : ": " + cause));
      return;
    }
    ManagedChannelServiceConfig config = (ManagedChannelServiceConfig) parsed.getConfig();
    String broken = breaks(config);
    answer.put("verdict", broken == null ? "accepts" : "breaks-calls");
    answer.put("message", broken == null ? "" : broken);
    if (!choices) {
      answer.put("effective", effectiveOf(config));
    }
  }

  public static void main(String[] arguments) throws IOException {
    Logger.getLogger("").setLevel(Level.OFF);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8), 1 << 16);
    PrintWriter out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("id", request.get("id"));
      byte[] bytes = Base64.getDecoder().decode(request.get("b64").getAsString());
      boolean choices = request.has("kind") && "choices".equals(request.get("kind").getAsString());
      judge(new String(bytes, StandardCharsets.UTF_8), choices, answer);
      out.println(GSON.toJson(answer));
      if (!in.ready()) {
        out.flush();
      }
    }
    out.flush();
  }
}
