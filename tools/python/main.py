"""Runs the program that the package installed beside Python."""
import os
import pathlib
import sys
import sysconfig


def program():
    package = pathlib.Path(__file__).resolve().parent
    schemes = [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    # `pip install --prefix` and `--target`.
    schemes += [package.parents[3] / "bin", package.parent / "bin"]
    for folder in schemes:
        path = pathlib.Path(folder) / "grpcfg"
        if path.is_file():
            return str(path)
    sys.exit("grpcfg: the program is not where pip installs it; install the package again")


path = program()
os.execv(path, [path, *sys.argv[1:]])
