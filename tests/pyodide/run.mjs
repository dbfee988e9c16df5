// Run a Python program in Pyodide: node run.mjs PYODIDE FOLDER PROGRAM. The folder is seen as /work, packages are those
// in its "packages" folder, and nothing is fetched.
import { resolve } from "node:path";

const [pyodide, folder, program] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(pyodide, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: `${resolve(pyodide)}/` });
python.FS.mkdirTree("/work");
python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, "/work");
try {
  python.runPython(`
import sys
sys.path[:0] = ["/work/packages", "/work"]
sys.dont_write_bytecode = True
import runpy
runpy.run_path("/work/${program}", run_name="__main__")
`);
} catch (error) {
  console.error(String(error.message).slice(-4000));
  process.exit(1);
}
