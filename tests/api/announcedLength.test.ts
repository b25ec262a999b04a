import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import fastify from "fastify";
import { expect, it, onTestFinished } from "vitest";
import { announcedLength } from "../../server/plugins/uploads.ts";

/** Status and body of an answer with these parts, once the server has closed the connection. */
async function received(announced: number, parts: string[], connection: "close" | "keep-alive") {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(announcedLength);
  const buffers = parts.map((part) => Buffer.from(part));
  app.get("/", (_request, reply) =>
    reply.header("content-length", announced).send(Readable.from(buffers)),
  );
  const address = new URL(await app.listen());
  const socket = connect(Number(address.port), address.hostname);
  await once(socket, "connect");
  socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n\r\n`);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body };
}

it("lets an answer of the announced length pass", async () => {
  expect(await received(6, ["語", "ご"], "close")).toEqual({ status: 200, body: "語ご" });
  expect(await received(0, [], "close")).toEqual({ status: 200, body: "" });
});

// The connection would otherwise be used for the next answer.
it.each([
  ["longer", 6, ["語", "ご", "終"], "語"],
  ["longer within a part", 8, ["語", "ご", "終"], "語"],
  ["shorter", 9, ["語", "ご"], "語"],
] as const)(
  "ends a connection whose answer is %s, with less than announced",
  async (_, announced, parts, sent) => {
    expect(await received(announced, [...parts], "keep-alive")).toEqual({
      status: 200,
      body: sent,
    });
  },
);

it("gives up what is sent when the client has gone before the first part", async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  await app.register(announcedLength);
  const source = Readable.from([Buffer.from("語")]);
  app.get("/", (_request, reply) => reply.header("content-length", 3).send(source));
  app.addHook("onSend", async (request) => {
    request.raw.socket.destroy();
    await once(request.raw.socket, "close");
  });
  await fetch(await app.listen()).catch(() => {});
  await expect.poll(() => source.destroyed).toBe(true);
});

it("answers 500 instead of nothing", async () => {
  expect(await received(3, [], "close")).toMatchObject({ status: 500 });
});
