import { Durations } from "./durations.ts";
import { runCommand } from "./runCommand.mjs";

/** What CI runs before the tests of operations: each part by its npm command, up to the first that fails. */
const PARTS = {
  lint: ["run", "lint"],
  types: ["run", "typecheck"],
  "unused code": ["run", "unused"],
  "all tests": ["test", "--", "--all"],
};

const durations = new Durations();
for (const [name, command] of Object.entries(PARTS)) {
  const code = await durations.of(name, () => runCommand("npm", command));
  if (code === 0) continue;
  process.exitCode = code;
  break;
}
console.log(`\n${durations.lines()}`);
