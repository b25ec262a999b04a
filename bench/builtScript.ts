import { build } from "vite";

const scripts = new Map<string, Promise<string>>();

/** A module with what it imports, for a page that the benchmark makes itself. */
export function builtScript(input: string): Promise<string> {
  const script = scripts.get(input) ?? rebuilt(input);
  scripts.set(input, script);
  return script;
}

async function rebuilt(input: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, rollupOptions: { input } },
  });
  const outputs = Array.isArray(result) ? result : "output" in result ? [result] : [];
  const chunk = outputs.flatMap(({ output }) => output).find((part) => part.type === "chunk");
  return chunk?.code ?? "";
}
