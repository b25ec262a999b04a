import pg from "pg";
import { type ChannelListener, listenTo, type StopListening } from "./listening.ts";

const CONNECT_TIMEOUT_MS = 5_000;
/** A connection that was cut silently is noticed by a query without an answer. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/** Listens on a connection outside the pool, which it would otherwise occupy. */
export async function listenApart(
  url: string,
  channel: string,
  listener: ChannelListener,
  report: (error: Error) => void,
): Promise<StopListening> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_WITHIN_MS,
    keepAlive: true,
    application_name: "knowledge-insight listener",
  });
  let listening = false;
  let asking: NodeJS.Timeout | undefined;
  client.on("error", report);
  client.on("notification", ({ payload = "" }) => listener.onMessage(payload));
  client.on("end", () => {
    clearInterval(asking);
    if (listening) listener.onLost();
    listening = false;
  });
  const hangUp = () => client.end().catch(report);
  try {
    await client.connect();
    await client.query(listenTo(channel));
  } catch (error) {
    await hangUp();
    throw error;
  }
  listening = true;
  asking = setInterval(() => {
    client.query("select 1").catch(hangUp);
  }, ASK_EVERY_MS).unref();
  return async () => {
    listening = false;
    await hangUp();
  };
}
