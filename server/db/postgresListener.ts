import pg from "pg";
import { type Hearer, listenTo, type StopHearing } from "./listening.ts";

const CONNECT_TIMEOUT_MS = 5_000;
/** A line that fell silent shows by nothing but a question that nobody answers. */
const ASK_EVERY_MS = 10_000;
const ANSWER_WITHIN_MS = 5_000;

/** Listens on a connection of its own: what a pool lends out would keep it from everybody else. */
export async function listenApart(
  url: string,
  channel: string,
  hearer: Hearer,
  report: (error: Error) => void,
): Promise<StopHearing> {
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
  client.on("notification", ({ payload = "" }) => hearer.heard(payload));
  client.on("end", () => {
    clearInterval(asking);
    if (listening) hearer.lost();
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
