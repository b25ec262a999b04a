import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import type { TextAnswer } from "../../server/exports/csvFile.ts";
import { SpoolWriter } from "../../server/exports/spooledFile.ts";
import { StoredAnswers } from "../../server/modules/vocabulary/service/storedAnswers.ts";
import { gate } from "../support/gate.ts";

/** More than fits into memory, so that it is in a file. */
const long = (word: string) => `${word.repeat(50_000)}.`;

const wordsIn = ({ text: stream }: TextAnswer) => (stream ? text(stream) : "");

const seen = (tag: string) => ({ tag, revision: Number(tag) });

const writing = (tag: string, ...parts: string[]) => {
  const write = async () => {
    write.times += 1;
    const writer = new SpoolWriter();
    for (const part of parts) await writer.write(part);
    const spool = await writer.finish();
    return { revision: Number(tag), tag, headers: { etag: tag }, spool };
  };
  write.times = 0;
  return write;
};

it("writes words once for all who ask, at the same moment or later", async () => {
  const stored = new StoredAnswers();
  const write = writing("1", long("語"));
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => stored.take("a", seen("1"), write)),
  );
  const texts = await Promise.all(taken.map((answer) => wordsIn(answer)));
  expect(new Set(texts)).toEqual(new Set([long("語")]));
  expect(await wordsIn(await stored.take("a", seen("1"), write))).toBe(long("語"));
  expect(write.times).toBe(1);
  stored.close();
});

it("gives everybody the same bytes, also those after what is in the file already", async () => {
  const stored = new StoredAnswers();
  const write = writing("1", long("語"), "最後");
  const taken = await Promise.all(
    Array.from({ length: 4 }, () => stored.take("a", seen("1"), write)),
  );
  const texts = await Promise.all(taken.map((answer) => wordsIn(answer)));
  expect(texts.map((words) => words === `${long("語")}最後`)).toEqual([true, true, true, true]);
  stored.close();
});

it("writes them again once they have changed, and lets readers of the old ones read to the end", async () => {
  const stored = new StoredAnswers();
  const old = await stored.take("a", seen("1"), writing("1", long("古")));
  const fresh = await stored.take("a", seen("2"), writing("2", long("新")));
  stored.close();
  expect(await wordsIn(fresh)).toBe(long("新"));
  expect(await wordsIn(old)).toBe(long("古"));
});

it("does not give words to who has seen a later revision than the writing that is under way", async () => {
  const stored = new StoredAnswers();
  const old = writing("1", "古");
  const begun = gate();
  const before = stored.take("a", seen("1"), () => begun.passed.then(old));
  const [write, unused] = [writing("2", "新"), writing("2", "新")];
  const after = [stored.take("a", seen("2"), write), stored.take("a", seen("2"), unused)];
  begun.open();
  expect(await wordsIn(await before)).toBe("古");
  for (const answer of await Promise.all(after)) expect(await wordsIn(answer)).toBe("新");
  expect([old.times, write.times, unused.times]).toEqual([1, 1, 0]);
});

it("tells everybody who waits that writing failed, and tries again for the next", async () => {
  const stored = new StoredAnswers();
  const failing = gate();
  const fail = async () => {
    await failing.passed;
    throw new Error("away");
  };
  const waiting = [stored.take("a", seen("1"), fail), stored.take("a", seen("1"), fail)];
  failing.open();
  const results = await Promise.allSettled(waiting);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await wordsIn(await stored.take("a", seen("1"), writing("1", "語")))).toBe("語");
});

it("keeps those that were used last", async () => {
  const stored = new StoredAnswers();
  const writes = Array.from({ length: 101 }, () => writing("1", "語"));
  for (const [n, write] of writes.entries()) {
    await stored.take(String(n), seen("1"), write);
    await stored.take("0", seen("1"), writes[0] ?? write);
  }
  await stored.take("1", seen("1"), writes[1] ?? (() => Promise.reject(new Error("missing"))));
  expect([writes[0]?.times, writes[1]?.times, writes[100]?.times]).toEqual([1, 2, 1]);
});
