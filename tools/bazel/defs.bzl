"""Service configs as tests of a Bazel workspace. In MODULE.bazel, with a commit and a checksum:

    bazel_dep(name = "grpcfg", version = "0.1.0")
    git_override(module_name = "grpcfg", remote = "<URL of grpcfg>", commit = "...")

    http_archive = use_repo_rule("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")
    http_archive(
        name = "grpcfg_program",
        build_file_content = "exports_files(['bin/grpcfg'])",
        sha256 = "...",
        strip_prefix = "grpcfg-0.1.0-linux-x86_64",
        url = "<URL of the release>/grpcfg-0.1.0-linux-x86_64.tar.gz",
    )

and in a BUILD file:

    load("@grpcfg//tools/bazel:defs.bzl", "grpcfg_test")

    grpcfg_test(
        name = "library_grpc_service_config_test",
        srcs = ["library_grpc_service_config.json"],
        program = "@grpcfg_program//:bin/grpcfg",
        protos = [":library_proto"],
    )
"""

load("@protobuf//bazel/common:proto_info.bzl", "ProtoInfo")

def _quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"

def _grpcfg_test_impl(ctx):
    sets = depset(transitive = [
        proto[ProtoInfo].transitive_descriptor_sets
        for proto in ctx.attr.protos
    ])
    words = ["./" + ctx.executable.program.short_path, "check", "--no-config"] + ctx.attr.flags
    words += ["--descriptor-set=" + each.short_path for each in sets.to_list()]
    words += ["--"] + [src.short_path for src in ctx.files.srcs]
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec " + " ".join([_quoted(word) for word in words]) + "\n",
        is_executable = True,
    )
    return [DefaultInfo(
        executable = script,
        runfiles = ctx.runfiles(
            files = ctx.files.srcs + [ctx.executable.program],
            transitive_files = sets,
        ),
    )]

grpcfg_test = rule(
    implementation = _grpcfg_test_impl,
    doc = "Fails if a client rejects one of the configs, or a name in them is not a service or method.",
    test = True,
    attrs = {
        "srcs": attr.label_list(
            doc = "Service configs, such as the `grpc_service_config` of googleapis' rules.",
            allow_files = [".json"],
            mandatory = True,
        ),
        "protos": attr.label_list(
            doc = "`proto_library` targets: every name must be a service or method of theirs.",
            providers = [ProtoInfo],
        ),
        "flags": attr.string_list(doc = "Further flags of `grpcfg check`."),
        "program": attr.label(
            doc = "The program of a release, one static file.",
            executable = True,
            mandatory = True,
            cfg = "target",
            allow_single_file = True,
        ),
    },
)
