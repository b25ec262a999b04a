import { Readable } from "node:stream";
import fp from "fastify-plugin";

/**
 * Breaks the connection of an answer that has another length than it announced, before its last part
 * has left: a client would take the rest for the next answer, or a part for the whole. Fastify itself
 * corrects the length of texts and buffers.
 */
export const announcedLength = fp(async (app) => {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!(payload instanceof Readable) || request.method === "HEAD") return done();
    const announced = reply.getHeader("content-length");
    if (announced === undefined) return done();
    const checked = Readable.from(ofLength(Number(announced), payload), { objectMode: false });
    // A generator that was never begun does not end what it would read.
    done(
      null,
      checked.once("close", () => payload.destroy()),
    );
  });
});

async function* ofLength(announced: number, parts: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  let last: Buffer | undefined;
  for await (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > announced) break;
    if (last) yield last;
    last = part;
  }
  if (bytes !== announced) {
    throw new Error(`an answer of ${announced} bytes has ${bytes > announced ? "more" : bytes}`);
  }
  if (last) yield last;
}
