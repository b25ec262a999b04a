import { expect, it } from "vitest";
import { openLogOutput } from "../../server/log/logOutput.ts";
import { logLinesLost } from "../../server/metrics/counted.ts";

/** An output of limited room, which throws as a full disk or a pipe does. */
function limited(code: string) {
  const output = { room: Number.POSITIVE_INFINITY, written: "", attempts: 0 };
  const stream = openLogOutput((bytes) => {
    output.attempts += 1;
    const taken = bytes.subarray(0, output.room);
    if (taken.length === 0) throw Object.assign(new Error(code), { code });
    output.room -= taken.length;
    output.written += Buffer.from(taken).toString();
    return taken.length;
  });
  return { output, stream };
}

const lostOnes = async () => (await logLinesLost.get()).values[0]?.value ?? 0;

it("goes on without the lines that cannot be written, counts them, and says so later", async () => {
  const { output, stream } = limited("ENOSPC");
  const before = await lostOnes();
  stream.write("一\n");
  output.room = 0;
  stream.write("二\n");
  stream.write("三\n");
  expect((await lostOnes()) - before).toBe(2);
  output.room = Number.POSITIVE_INFINITY;
  stream.write("四\n");
  const [first, missing, last] = output.written.split("\n");
  expect([first, last]).toEqual(["一", "四"]);
  expect(JSON.parse(missing ?? "")).toMatchObject({ level: 40, lines: 2 });
});

it("begins a new line where one was torn", () => {
  const { output, stream } = limited("ENOSPC");
  output.room = 2;
  stream.write('{"a":1}\n');
  output.room = Number.POSITIVE_INFINITY;
  stream.write('{"b":2}\n');
  expect(output.written.split("\n").at(-2)).toBe('{"b":2}');
  expect(output.written).toMatch(/^\{"\n\{"level":40,/);
});

it("waits a while for a reader that is behind, and not for each line", () => {
  const { output, stream } = limited("EAGAIN");
  output.room = 0;
  stream.write("一\n");
  expect(output.attempts).toBeGreaterThan(1);
  output.attempts = 0;
  for (let line = 0; line < 100; line += 1) stream.write("二\n");
  expect(output.attempts).toBe(100);
});
