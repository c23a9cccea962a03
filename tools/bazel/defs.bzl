"""Service configs as tests of a Bazel workspace.

    load("@grpcfg//tools/bazel:defs.bzl", "grpcfg_test")

    grpcfg_test(
        name = "library_grpc_service_config_test",
        srcs = ["library_grpc_service_config.json"],
        protos = [":library_proto"],
    )

`grpcfg` is the program, an executable target: an `http_archive` of a release with
`exports_files(["bin/grpcfg"])` has it.
"""

def _grpcfg_test_impl(ctx):
    sets = depset(transitive = [
        proto[ProtoInfo].transitive_descriptor_sets
        for proto in ctx.attr.protos
    ])
    flags = ctx.attr.flags + ["--descriptor-set=" + set.short_path for set in sets.to_list()]
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        script,
        "#!/bin/sh\nexec '{program}' check --no-config {words} \"$@\"\n".format(
            program = ctx.executable.grpcfg.short_path,
            words = " ".join([
                "'" + word.replace("'", "'\\''") + "'"
                for word in flags + ["--"] + [src.short_path for src in ctx.files.srcs]
            ]),
        ),
        is_executable = True,
    )
    runfiles = ctx.runfiles(files = ctx.files.srcs, transitive_files = sets)
    return [DefaultInfo(
        executable = script,
        runfiles = runfiles.merge(ctx.attr.grpcfg[DefaultInfo].default_runfiles)
            .merge(ctx.runfiles(files = [ctx.executable.grpcfg])),
    )]

grpcfg_test = rule(
    implementation = _grpcfg_test_impl,
    doc = "Fails if a client rejects one of the configs, or a name in them is no service or method.",
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
        "grpcfg": attr.label(
            doc = "The program.",
            default = "@grpcfg_program//:bin/grpcfg",
            executable = True,
            cfg = "exec",
            allow_single_file = True,
        ),
    },
)
