import { readRelease } from "./release.ts";
import { runServer } from "./start/runServer.ts";

const parameters = process.argv.slice(2).join(" ");

// A mistyped option must not start a server.
if (parameters === "") await runServer(process.env);
else if (parameters === "--version") {
  const { version, schema } = await readRelease();
  console.log(`${version} (schema ${schema})`);
} else {
  console.error("Usage: main.js [--version]; all settings are variables of the environment.");
  process.exitCode = 1;
}
