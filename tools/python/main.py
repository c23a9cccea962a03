"""Runs the program that the package installed beside Python."""
import os
import pathlib
import sys
import sysconfig


def program():
    package = pathlib.Path(__file__).resolve().parent
    # Beside the package: `pip install --target`, then a prefix with `lib/python3.X/site-packages`.
    folders = [parent / "bin" for parent in (package.parent, *list(package.parents)[3:4])]
    folders += [sysconfig.get_path("scripts"), sysconfig.get_path("scripts", f"{os.name}_user")]
    for folder in folders:
        path = pathlib.Path(folder) / "grpcfg"
        if path.is_file():
            return str(path)
    sys.exit("grpcfg: the program is not where pip installs it; install the package again")


path = program()
os.execv(path, [path, *sys.argv[1:]])
