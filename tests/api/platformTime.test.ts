import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { describeEachEngine } from "../support/database.ts";
import { type Listening, listening } from "../support/eventStream.ts";
import { gate } from "../support/gate.ts";
import { KeyedSamples, SAMPLES } from "../support/keyedSamples.ts";

const LIMIT_MS = 800;
/** For what is done within moments, also on a busy machine. */
const LATER = { timeout: 20_000 };
const problem = z.object({ code: z.string(), message: z.string() });

describeEachEngine("a request that takes too long", "time-outs", (engine) => {
  const samples = new KeyedSamples(engine, {
    answerWithinMs: LIMIT_MS,
    eventHeartbeatMs: LIMIT_MS / 3,
  });
  let people: Listening;
  let authorization: string;

  beforeAll(async () => {
    authorization = `Bearer ${await samples.api.idToken(samples.user)}`;
    people = await listening(samples.api);
  });
  beforeEach(() => void samples.api.log.splice(0));

  /** Over the wire, where the end of a request differs from the end of its answer. */
  const post = async (path = "", sent?: string) => {
    const response = await fetch(`${people.address}${SAMPLES}${path}`, {
      method: "POST",
      headers: {
        authorization,
        "content-type": "application/json",
        ...(sent ? { "idempotency-key": sent } : {}),
      },
      body: path ? "{}" : JSON.stringify({ name: samples.name }),
      signal: AbortSignal.timeout(LIMIT_MS + 8_000),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const isLate = ({ status, headers, text }: Awaited<ReturnType<typeof post>>) => {
    expect(status).toBe(503);
    expect(headers.get("retry-after")).toBe("5");
    expect(problem.parse(JSON.parse(text))).toEqual({
      code: "UNAVAILABLE",
      message: "現在サービスに接続できません。5秒後にお試しください。",
    });
  };

  /** Every line except those of the requests and of the late answer. */
  const surprises = () =>
    samples.api.log
      .map((line) => z.object({ level: z.number(), msg: z.string() }).parse(JSON.parse(line)))
      .filter(({ level }) => level >= 40)
      .map(({ msg }) => msg)
      .filter((message) => message !== "not available");

  it("is answered 503 while it still runs, although it has a body, and answered once", async () => {
    const { release } = samples.hold();
    isLate(await post());
    release();
    // The handler continues and commits.
    await vi.waitFor(async () => expect(await samples.rows()).toHaveLength(1), LATER);
    expect(surprises()).toEqual([]);
    expect((await post()).status).toBe(409);
  });

  it("may fail afterwards, which only the log shows", async () => {
    const { release } = samples.hold();
    isLate(await post("/broken"));
    release();
    await vi.waitFor(() => expect(surprises()).toEqual(["failed after the time limit"]), LATER);
  });

  it("answers a repeated key with its outcome", async () => {
    const { release } = samples.hold();
    isLate(await post("", samples.key));
    const repeated = post("", samples.key);
    release();
    // The repeat waits for the first request, or arrives when it is done.
    await vi.waitFor(async () => expect(await samples.rows()).toHaveLength(1), LATER);
    const answers = [await repeated, await post("", samples.key)];
    const created = answers.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ text }) => text)).size).toBe(1);
    expect(answers.at(-1)?.status).toBe(201);
    expect(samples.world.writes).toBe(1);
  });

  it("frees its key when it fails afterwards", async () => {
    const failed = gate();
    samples.world.beforeWrite = async () => {
      await failed.passed;
      throw new Error("broken");
    };
    isLate(await post("", samples.key));
    failed.open();
    samples.world.beforeWrite = async () => {};
    await vi.waitFor(async () => expect((await post("", samples.key)).status).toBe(201));
  });

  it("may arrive slowly", async () => {
    const body = Buffer.from(JSON.stringify({ name: samples.name }));
    const headers = { authorization, "content-type": "application/json" };
    const slow = request(people.address + SAMPLES, { method: "POST", headers });
    const answered = once(slow, "response");
    slow.write(body.subarray(0, 5));
    setTimeout(() => slow.end(body.subarray(5)), LIMIT_MS * 2);
    const [response]: IncomingMessage[] = await answered;
    expect(response?.statusCode).toBe(201);
    response?.resume();
  });

  it("does not end an open stream", async () => {
    const stream = await people.staff(samples.user);
    // Three heartbeats come within the limit, these come after it.
    await vi.waitFor(() => expect(stream.text().match(/^:$/gm)?.length).toBeGreaterThan(9), {
      timeout: 10_000,
    });
    expect(stream.hasEnded()).toBe(false);
    await stream.close();
    expect(surprises()).toEqual([]);
  });
});
