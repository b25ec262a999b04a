import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "./runCommand.mjs";

const root = join(import.meta.dirname, "..");
/** For the threads of tests, which run from source: BUILT_SERVER names it to them. */
export const builtServer = pathToFileURL(join(root, "dist", "server", "/")).href;

const stampFile = join(root, "dist", "build.json");
const vite = join(root, "node_modules", "vite", "bin", "vite.js");

const shared = ["build", "domain", "package-lock.json", "tsconfig.json", "vite.config.ts"];
const parts = {
  web: {
    inputs: [...shared, "src", "public", "index.html"],
    options: [],
  },
  server: {
    inputs: [...shared, "demo", "server"],
    options: ["--config", "build/server.config.ts"],
  },
};

function* filesBelow(path) {
  if (!existsSync(join(root, path))) return;
  if (!statSync(join(root, path)).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(join(root, path)).sort()) yield* filesBelow(`${path}/${name}`);
}

/** By content, because a checkout or copy changes only the times and removes files. */
function stateOf(inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const path of filesBelow(input)) {
      const content = readFileSync(join(root, path));
      hash.update(`${path}\n${content.length}\n`).update(content);
    }
  }
  return hash.digest("hex");
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stampFile, "utf8"));
  } catch {
    return {};
  }
}

/** Builds to a temporary directory and swaps, so that a failed build changes nothing. */
async function build(name, options, state) {
  console.log(`Building dist/${name} ...`);
  const target = join(root, "dist", name);
  const fresh = join(root, "dist", `.${name}-${process.pid}`);
  const code = await runCommand(
    process.execPath,
    [vite, "build", ...options, "--outDir", fresh, "--emptyOutDir", "--logLevel", "warn"],
    // Vitest sets another NODE_ENV, with which Vite would take React's development build.
    { cwd: root, env: { ...process.env, NODE_ENV: "production" } },
  );
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    console.error(`dist/${name} could not be built.`);
    process.exit(1);
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
  writeFileSync(stampFile, `${JSON.stringify({ ...readStamp(), [name]: state })}\n`);
}

/** Builds what has changed. An install without development dependencies runs the existing build. */
export async function buildWhatIsStale({ all = false } = {}) {
  if (!existsSync(vite)) {
    if (existsSync(join(root, "dist", "server", "main.js"))) return;
    console.error("dist and the build tools are missing: run npm ci and npm run build.");
    process.exit(1);
  }
  mkdirSync(join(root, "dist"), { recursive: true });
  for (const [name, { inputs, options }] of Object.entries(parts)) {
    const state = stateOf(inputs);
    const fresh = readStamp()[name] === state && existsSync(join(root, "dist", name));
    if (all || !fresh) await build(name, options, state);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildWhatIsStale({ all: !process.argv.includes("--stale") });
}
