const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;
if (!supported) {
  console.error(
    `Node ${process.versions.node} cannot run this program: it needs Node 20.19, 22.13, 24 or later.`,
  );
  process.exit(1);
}

const { existsSync } = await import("node:fs");
const root = new URL("../", import.meta.url);
if (!existsSync(new URL("node_modules/fastify/package.json", root))) {
  console.error("The packages are not installed: run npm ci first.");
  process.exit(1);
}

const { buildWhatIsStale } = await import("./build.mjs");
await buildWhatIsStale();

const project = process.env.FIREBASE_PROJECT_ID?.trim() || "demo-";
if (project.startsWith("demo-") && process.env.NODE_ENV !== "production") {
  const { installEmulator } = await import("./emulatorPackage.mjs");
  await installEmulator();
}

// The server runs in this process, so a signal to it stops everything.
await import(new URL("dist/server/main.js", root).href);
