import { createSocket } from "node:dgram";
import { once } from "node:events";

const HEADER = 12;
const TYPE_A = 1;
const TYPE_TXT = 16;

interface NameServer {
  /** As `Resolver.setServers` takes it. */
  address: string;
  /** The names that it was asked for and did not answer. */
  ignored: string[];
  close(): Promise<void>;
}

/**
 * A name server on this machine (RFC 1035): names that end in `.alive.test` have the address 127.0.0.1,
 * those in `texts` TXT records, and it never answers for any other.
 */
export async function aNameServer(
  texts: Readonly<Record<string, readonly string[]>> = {},
): Promise<NameServer> {
  const socket = createSocket("udp4");
  const ignored: string[] = [];
  socket.on("message", (query, { port, address }) => {
    const { name, end } = nameIn(query);
    const found = texts[name];
    if (found) socket.send(textsTo(query, end, found), port, address);
    else if (name.endsWith(".alive.test")) socket.send(answerTo(query, end), port, address);
    else ignored.push(name);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    ignored,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("ascii", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

/** 127.0.0.1 for a question of type A; that there is no address for another. */
function answerTo(query: Buffer, nameEnd: number): Buffer {
  const isFound = query.readUInt16BE(nameEnd) === TYPE_A;
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isFound ? 1 : 0, 6);
  // Without the additional records of the question (EDNS).
  header.writeUInt32BE(0, 8);
  const question = query.subarray(HEADER, nameEnd + 4);
  const record = Buffer.from([0xc0, HEADER, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return Buffer.concat([header, question, ...(isFound ? [record] : [])]);
}

/** A TXT record for each text, each in parts of at most 255 bytes; none for a question of another type. */
function textsTo(query: Buffer, nameEnd: number, texts: readonly string[]): Buffer {
  const found = query.readUInt16BE(nameEnd) === TYPE_TXT ? texts : [];
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  const question = query.subarray(HEADER, nameEnd + 4);
  const records = found.map((text) => {
    const parts = text.match(/.{1,255}/gs) ?? [""];
    const data = Buffer.concat(
      parts.map((part) => Buffer.from([part.length, ...Buffer.from(part)])),
    );
    const start = Buffer.from([0xc0, HEADER, 0, TYPE_TXT, 0, 1, 0, 0, 0, 0, 0, 0]);
    start.writeUInt16BE(data.length, 10);
    return Buffer.concat([start, data]);
  });
  return Buffer.concat([header, question, ...records]);
}
