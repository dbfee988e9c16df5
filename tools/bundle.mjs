// The page's script as one file, assets/bundle.js: `make page`. Its first line holds a SHA-256 of everything it
// was built from, by which a test in Python sees whether it is fresh.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const ASSETS = "src/baserate/page/assets";
const BUNDLE = `${ASSETS}/bundle.js`;
const OTHERS = ["package.json", "package-lock.json", "src/baserate/results/words.json", "tools/bundle.mjs"];

/** Paths of all sources, sorted, as seen from the root of the repository. */
function sources() {
  const scripts = readdirSync(ASSETS, { recursive: true })
    .map((name) => join(ASSETS, name).replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".js") && path !== BUNDLE);
  return [...scripts, ...OTHERS].sort();
}

/** tests/page/test_bundle.py works it out in the same way. */
function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(`${path}\0${readFileSync(path, "utf-8").replaceAll("\r\n", "\n")}\0`);
  return hash.digest("hex");
}

// Short names make a page 100 kB smaller; `npm run bundle -- --names` keeps them, for who looks for a mistake in the
// browser's console.
const keepsNames = process.argv.includes("--names");
const { outputFiles } = await build({
  entryPoints: [`${ASSETS}/page/main.js`],
  bundle: true,
  format: "esm",
  target: "es2022",
  charset: "utf8",
  minifySyntax: true,
  minifyWhitespace: true,
  minifyIdentifiers: !keepsNames,
  lineLimit: 160,
  write: false,
});
writeFileSync(BUNDLE, `// sources: sha256 ${hashOf(sources())}\n${outputFiles[0].text}`);
