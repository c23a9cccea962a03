#include "tools/docgen/output_shapes.h"

#include "tools/docgen/comparison_shapes.h"
#include "tools/docgen/simulation_shapes.h"
#include "tools/docgen/target_shapes.h"

namespace grpcfg {
namespace {

constexpr Occurrence kSometimes = Occurrence::kSometimes;

constexpr OutputMember kVersion[] = {
    {"version", "integer", "1. Members are only ever added to it."}};

// ---- check, compat, batch

constexpr OutputMember kCheck[] = {
    {"files", "[CheckedFile]",
     "By path; then project files and baselines of which something is to be said."},
    {"summary", "Summary", "Of all files."},
};
constexpr OutputMember kCheckedFile[] = {
    {"path", "string", "As it was given or found; for stdin the name of `--stdin-filename`."},
    {"verdicts", "{Verdict}",
     "What each target does with the file, by its name as you spelled it; `{}` for a project "
     "file."},
    {"diagnostics", "[Diagnostic]", "The findings by position, then by rule."},
    {"omitted", "[Omission]", "Rules with more findings than `--max-findings` lists."},
    {"answers", "[ServerAnswer]", "Of `dns live`: what each server said.", kSometimes},
};
constexpr OutputMember kServerAnswer[] = {
    {"server", "string", "Its address and port."},
    {"owner", "string", "The name that it was asked for."},
    {"end", "string",
     "`answered`, `silent` (nothing in time), `unreachable` or `not-asked` (the time was over)."},
    {"rcode", "string?", "Such as `NOERROR` or `NXDOMAIN`."},
    {"authoritative", "boolean", ""},
    {"truncated", "boolean", "By UDP or by TCP."},
    {"milliseconds", "number", "How long it took, also to say that there is nothing."},
    {"octets", "integer", "Of the message."},
    {"ttl", "integer?", "The least of its TXT records; null if there are none."},
    {"texts", "[string]", "Of each TXT record, its strings joined."},
};
constexpr OutputMember kSummary[] = {
    {"files", "integer", "How many configs were checked."},
    {"errors", "integer", "All of them, listed or not, as are the next two."},
    {"warnings", "integer", ""},
    {"notes", "integer", ""},
    {"suppressed", "integer",
     "Findings that the project file or its baseline suppresses; they are not listed."},
};
constexpr OutputMember kDiagnostic[] = {
    {"rule", "string", "`grpcfg explain RULE` explains it."},
    {"severity", "Severity", ""},
    {"message", "string", "What is wrong, on one line."},
    {"pointer", "string", "JSON pointer (RFC 6901) of what the finding is on."},
    {"range", "Range", "Its place in the text."},
    {"effects", "{Effect}", "On each target, without those that accept it; in `compat` on all."},
    {"related", "[Related]", "Other places that it is about."},
    {"notes", "[string]", "What follows from it."},
    {"help", "[string]", "What to do, as the text format prints it: the titles of fixes too."},
    {"fixes", "[Fix]", "Edits of the text that mend it, the likeliest first."},
};
constexpr OutputMember kRange[] = {
    {"start", "Position", ""},
    {"end", "Position", "Behind the last character."},
};
constexpr OutputMember kPosition[] = {
    {"offset", "integer", "In bytes from 0."},
    {"line", "integer", "From 1."},
    {"column", "integer", "From 1, in code points."},
};
constexpr OutputMember kRelated[] = {
    {"range", "Range", ""},
    {"message", "string", "May be empty."},
};
constexpr OutputMember kFix[] = {
    {"title", "string", "What it does, in the imperative."},
    {"safe", "boolean", "True if no client does anything else than before, but for the better."},
    {"edits", "[Edit]", "To be applied together."},
};
constexpr OutputMember kEdit[] = {
    {"range", "Range", "What is replaced; if it is empty, the text is inserted there."},
    {"text", "string", ""},
};
constexpr OutputMember kOmission[] = {
    {"rule", "string", ""},
    {"count", "integer", "Findings of the rule that are counted and not listed."},
    {"errors", "integer", "How many of those are errors, and so on."},
    {"warnings", "integer", ""},
    {"notes", "integer", ""},
};
constexpr OutputMember kCompat[] = {{"files", "[ComparedFile]", "In the order given."}};
constexpr OutputMember kComparedFile[] = {
    {"path", "string", ""},        {"targets", "[string]", "The columns of the table."},
    {"verdicts", "{Verdict}", ""}, {"diagnostics", "[ComparedDiagnostic]", ""},
    {"omitted", "[Omission]", ""},
};
constexpr OutputMember kComparedDiagnostic[] = {{"remedy", "Remedy", "The best of its fixes."}};
constexpr OutputMember kRemedy[] = {
    {"help", "string", "What to do; empty if the rule names nothing."},
    {"tried", "boolean", "True if it was tried and every selected target takes the result."},
};
constexpr OutputMember kAnswer[] = {
    {"id", "any", "Of the line, byte for byte; null for a malformed line or one without it."},
    {"error", "string", "Only for a malformed line: which one, and why.", kSometimes},
    {"verdicts", "{Verdict}", "", kSometimes},
    {"diagnostics", "[Diagnostic]", "Without `--no-diagnostics`.", kSometimes},
    {"omitted", "[Omission]", "Beside `diagnostics`.", kSometimes},
    {"effective", "Effective", "With `--effective`.", kSometimes},
};

// ---- resolve

constexpr OutputMember kEffective[] = {
    {"methods", "[ResolvedMethod]", "A row for each method and target."},
    {"channel", "[ResolvedChannel]", "What is not per method, for each target."},
};
constexpr OutputMember kResolvedMethod[] = {
    {"name", "string", "`pkg.Service/Method`, `pkg.Service`, or `*` for every other method."},
    {"target", "string", ""},
    {"verdict", "Verdict", ""},
    {"reason", "Reason", "Where the target does not accept the config.", kSometimes},
    {"source", "string?", "JSON pointer of the entry that wins; null if none covers the method."},
    {"entry", "Position?", "Where that begins."},
    {"effective", "object", "Members of a methodConfig as the client uses them."},
    {"ignored", "[string]", "Members of the entry without effect."},
    {"altered", "{Alteration}", "By member."},
    {"timeout_range", "TimeoutRange", "When C-core really ends calls.", kSometimes},
    {"why", "Why", "With `--why`.", kSometimes},
};
constexpr OutputMember kWhy[] = {
    {"matched", "string", "`method`, `service`, `all` or `nothing`."},
    {"name", "string", "Of the entry."},
    {"hidden", "[HiddenEntry]", "Broader entries that do not count."},
    {"missed", "[MissedField]", "What was meant and does not count."},
    {"ignored", "[IgnoredField]", "Members of the entry without effect."},
    {"near", "[string]", "Names of the config that are near, where no entry fits."},
};
constexpr OutputMember kHiddenEntry[] = {
    {"source", "string", "JSON pointer."}, {"entry", "Position", ""}, {"name", "string", ""}};
constexpr OutputMember kMissedField[] = {
    {"field", "string", "That the client does not find."},
    {"pointer", "string", "Of what was probably meant."},
    {"position", "Position", ""},
    {"reason", "string", ""},
};
constexpr OutputMember kIgnoredField[] = {
    {"field", "string", ""},
    {"reason", "string", ""},
    {"rule", "string", "That explains it, or empty."},
};
constexpr OutputMember kReason[] = {{"rule", "string", ""}, {"message", "string", ""}};
constexpr OutputMember kAlteration[] = {{"written", "any", ""},
                                        {"used", "any", "What the client makes of it."}};
constexpr OutputMember kTimeoutRange[] = {{"min", "string", "A duration such as `1.5s`."},
                                          {"max", "string", ""}};
constexpr OutputMember kResolvedChannel[] = {
    {"target", "string", ""},
    {"verdict", "Verdict", ""},
    {"reason", "Reason", "Where the target does not accept the config.", kSometimes},
    {"ignored", "[string]", ""},
    {"altered", "{Alteration}", ""},
    {"notes", "[string]", ""},
};

// ---- rules, explain

constexpr OutputMember kRules[] = {
    {"rules", "[Rule]", "In the order of the pages."},
    {"fields", "[Field]", "Of `explain`, where fields were asked for.", kSometimes},
};
constexpr OutputMember kField[] = {{"path", "string", ""},
                                   {"type", "string", ""},
                                   {"presence", "string", "`required` or `optional`."},
                                   {"range", "string", ""},
                                   {"about", "string", ""},
                                   {"reference", "string", "Where it is specified."},
                                   {"rules", "[string]", "About it."}};
constexpr OutputMember kRule[] = {
    {"id", "string", ""},
    {"family", "string", "The part of a config that it is about."},
    {"severity", "Severity", "Of the bad example, for the default targets."},
    {"summary", "string", ""},
    {"rationale", "string", ""},
    {"frequency", "string", "How often it is reported, if not at each place."},
    {"enabled", "boolean", "False: reported only if `--only` or `--severity` asks for it."},
    {"stability", "string", "`stable`, or `preview`: what it finds may still change."},
    {"clients", "[ClientEffect]", "What each client does."},
    {"command", "string", "Checks the examples."},
    {"proto", "string", "The .proto file that the examples are about.", kSometimes},
    {"bad", "string", "An example that gives this finding."},
    {"good", "string", "The same, mended."},
    {"output", "string", "What `check` prints of the bad example."},
};
constexpr OutputMember kClientEffect[] = {{"target", "string", ""},
                                          {"effect", "Effect", ""},
                                          {"evidence", "string", "Where that was read."}};

constexpr OutputObject kObjects[] = {
    {"Versioned", "What every document begins with.", kVersion},
    {"Check", "A run of `check`.", kCheck, "Versioned"},
    {"CheckedLine", "A file on a line of its own.", kVersion, "CheckedFile"},
    {"CheckedFile", "A file.", kCheckedFile},
    {"ServerAnswer", "What a name server said.", kServerAnswer},
    {"Summary", "Counts.", kSummary},
    {"Diagnostic", "A finding.", kDiagnostic},
    {"Range", "A place in the text.", kRange},
    {"Position", "A character of the text.", kPosition},
    {"Related", "Another place.", kRelated},
    {"Fix", "A change that mends a finding.", kFix},
    {"Edit", "One replacement.", kEdit},
    {"Omission", "Findings that are not listed.", kOmission},
    {"Compat", "A run of `compat`.", kCompat, "Versioned"},
    {"ComparedFile", "A file.", kComparedFile},
    {"ComparedDiagnostic", "A row of the table.", kComparedDiagnostic, "Diagnostic"},
    {"Remedy", "What to do about a row.", kRemedy},
    {"Answer", "The answer to one line.", kAnswer, "Versioned"},
    {"Resolved", "A run of `resolve`.", kVersion, "Effective"},
    {"Effective", "What each client uses.", kEffective},
    {"ResolvedMethod", "A method as one client configures it.", kResolvedMethod},
    {"Why", "How it came to that.", kWhy},
    {"HiddenEntry", "An entry that another one hides.", kHiddenEntry},
    {"MissedField", "A key that is not the field that it was meant to be.", kMissedField},
    {"IgnoredField", "A member that the client does not use.", kIgnoredField},
    {"Reason", "The first finding that decides the verdict.", kReason},
    {"Alteration", "A value that a client uses otherwise than it is written.", kAlteration},
    {"TimeoutRange", "The shortest and the longest time.", kTimeoutRange},
    {"ResolvedChannel",
     "A channel as one client configures it, with the members of the config that have an effect.",
     kResolvedChannel, "", true},
    {"Simulation", "A run of `simulate`.", kSimulation, "Versioned"},
    {"Schedule", "When the attempts of one call start.", kSchedule},
    {"Herd", "What a fleet of such clients sends after all of them failed.", kHerd},
    {"Wave", "A wave of retries.", kWave},
    {"Attempt", "One attempt.", kAttempt},
    {"Spread", "A time that is drawn.", kSpread},
    {"Moments", "The same with its standard deviation.", kMoments, "Spread"},
    {"Start", "The same with its percentiles.", kStart, "Moments"},
    {"Amplification", "Attempts per call.", kAmplification},
    {"Hedging", "What hedges cost and save.", kHedging},
    {"HedgedCalls", "Calls of a healthy server.", kHedgedCalls},
    {"ResultTime", "When a call has its result.", kResultTime},
    {"HedgedOutage", "Calls of a dead server.", kHedgedOutage},
    {"HedgeSample", "Calls some of whose attempts fail.", kHedgeSample},
    {"SampledMean", "A mean of what was sampled.", kSampledMean},
    {"Outage", "What servers that fail for a while get from calls that go on.", kOutage},
    {"FailurePoint", "A point of a share of attempts that fail.", kFailurePoint},
    {"SynchronizedOutage", "Calls that fail at its begin; shares of them.", kSynchronizedOutage},
    {"OutageTotals", "Calls that come at a constant rate; counts of all clients.", kOutageTotals},
    {"OutageLoad", "Over the time since its begin.", kOutageLoad},
    {"Throttle", "What `retryThrottling` comes to.", kThrottle},
    {"ThrottleLimits", "In closed form.", kThrottleLimits},
    {"ThrottleInTheLongRun", "Of a client that makes one call after the other.",
     kThrottleInTheLongRun},
    {"ThrottleSample", "Clients in an outage, one by one; means with their standard errors.",
     kThrottleSample},
    {"Layers", "Calls through layers of servers that each retry.", kLayers},
    {"Overload", "Servers that shed at once what is above their capacity.", kOverload},
    {"Trace", "Calls through given answers.", kTrace},
    {"Step", "One attempt of a trace.", kStep},
    {"Diff", "A run of `diff`.", kDiff, "Versioned"},
    {"ChangedMethod", "What changes for a method and a client.", kChangedMethod},
    {"BehaviourChange", "One thing that changes.", kBehaviourChange},
    {"RefusedFile", "A file that clients reject, before and after.", kRefusedFile},
    {"NewFinding", "A finding that was not there before.", kNewFinding},
    {"ChangeCounts", "Counts.", kChangeCounts},
    {"Rules", "Rules.", kRules, "Versioned"},
    {"Rule", "One rule.", kRule},
    {"Field", "One field.", kField},
    {"ClientEffect", "What a client does.", kClientEffect},
    {"Targets", "Targets.", kTargets, "Versioned"},
    {"Target", "A client at a release.", kTarget},
    {"Trait", "A habit of a client.", kTrait},
    {"LbPolicies", "LB policies of a client.", kLbPolicies},
    {"FieldReading", "How a client reads a field.", kFieldReading},
    {"Change", "What a release changed.", kChange},
};

constexpr OutputDocument kDocuments[] = {
    {"check", "grpcfg check --format json", "Check"},
    {"jsonl", "grpcfg check --format jsonl", "CheckedLine", true},
    {"batch", "grpcfg batch", "Answer", true},
    {"compat", "grpcfg compat --format json", "Compat"},
    {"resolve", "grpcfg resolve --format json", "Resolved"},
    {"simulate", "grpcfg simulate --format json", "Simulation"},
    {"diff", "grpcfg diff --format json", "Diff"},
    {"rules", "grpcfg rules --format json", "Rules"},
    {"explain", "grpcfg explain RULE --format json", "Rules"},
    {"targets", "grpcfg targets --format json", "Targets"},
};

}  // namespace

absl::Span<const OutputDocument> OutputDocuments() { return kDocuments; }
absl::Span<const OutputObject> OutputObjects() { return kObjects; }

}  // namespace grpcfg
