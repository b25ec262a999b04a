import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { z } from "zod";
import { STREAMS_EVENT, spreadMs } from "../domain/events.ts";
import { Lane } from "./lane.ts";

/** As in src/providers/live, which this acts like. */
const BUNDLE_MS = 200;
const APART_MS = 1_000;
const BACK_OFF_MS = 1_000;
const LONGEST_BACK_OFF_MS = 30_000;

const streams = z.object({ open: z.number() });
const change = z.object({ topic: z.string() });

interface ScreenTarget {
  address: string;
  authorization: string;
  /** What it shows, read again after a change of `topic` or below it. */
  path: string;
  topic: string;
}

/** A screen that follows changes as the browser does, without a browser. */
export class OpenScreen {
  /** Streams that were opened; attempts to open one that were refused. */
  opened = 0;
  refusedStreams = 0;
  /** Changes heard, and those that the latest answer came after. */
  heard = 0;
  shown = 0;
  shownAt = 0;
  /** Reads that were refused, to be repeated; answers that a person would see as an error. */
  refusedReads = 0;
  errors = 0;
  readonly #target: ScreenTarget;
  #openStreams = 0;
  #lane: Lane | undefined;
  #response: IncomingMessage | undefined;
  #over = false;
  #waiting = false;
  #reading = false;
  #again = false;
  #startedAt = Number.NEGATIVE_INFINITY;

  constructor(target: ScreenTarget) {
    this.#target = target;
  }

  /** Keeps a stream open until `close`. */
  async listen(): Promise<void> {
    let failed = 0;
    while (!this.#over) {
      const isOpened = await this.#stream().catch(() => false);
      failed = isOpened ? 0 : failed + 1;
      const backOff = Math.min(BACK_OFF_MS * 2 ** Math.max(failed - 1, 0), LONGEST_BACK_OFF_MS);
      await pause(backOff * (0.5 + Math.random() / 2) + this.#wait());
    }
  }

  /** Cuts the connection of the stream off. */
  cut(): void {
    this.#response?.destroy();
  }

  close(): void {
    this.#over = true;
    this.cut();
    this.#lane?.close();
  }

  /** Resolves at the end of a stream to whether it was open. */
  async #stream(): Promise<boolean> {
    const { address, authorization } = this.#target;
    const headers = { authorization, accept: "text/event-stream" };
    const request = get(`${address}/api/v1/events`, { headers, agent: false });
    const [response]: IncomingMessage[] = await once(request, "response");
    if (response?.statusCode !== 200) {
      this.refusedStreams += 1;
      response?.destroy();
      return false;
    }
    this.#response = response;
    this.opened += 1;
    const ended = once(response, "close");
    response.on("error", () => {});
    const parser = createParser({ onEvent: (message) => this.#hear(message) });
    response.setEncoding("utf8").on("data", (part: string) => parser.feed(part));
    this.#ask();
    await ended;
    return true;
  }

  #hear({ event, data }: EventSourceMessage): void {
    if (event === STREAMS_EVENT) this.#openStreams = streams.parse(JSON.parse(data)).open;
    else if (change.parse(JSON.parse(data)).topic.startsWith(this.#target.topic)) this.#ask();
  }

  #wait(): number {
    return Math.random() * spreadMs(this.#openStreams);
  }

  #ask(): void {
    this.heard += 1;
    this.#again = this.#reading;
    if (this.#reading || this.#waiting) return;
    this.#waiting = true;
    const apart = this.#startedAt + Math.max(APART_MS, spreadMs(this.#openStreams));
    const wait = Math.max(BUNDLE_MS + this.#wait(), apart - performance.now());
    setTimeout(() => void this.#read(), wait);
  }

  async #read(): Promise<void> {
    this.#waiting = false;
    this.#reading = true;
    this.#startedAt = performance.now();
    while (!this.#over) {
      const { heard } = this;
      const { status, retryAfter } = await this.#get();
      if (status === 200) {
        this.shown = heard;
        this.shownAt = performance.now();
      } else if ((status === 429 || status === 503) && retryAfter > 0) {
        this.refusedReads += 1;
        await pause(retryAfter * 1_000);
        continue;
      } else this.errors += 1;
      break;
    }
    this.#reading = false;
    if (!this.#again) return;
    // It counts as heard already.
    this.heard -= 1;
    this.#ask();
  }

  /** Over a connection that stays open, until the server closes it. */
  async #get() {
    const { address, authorization, path } = this.#target;
    const { hostname, port, host } = new URL(address);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${authorization}\r\n\r\n`;
    const stored = await this.#lane?.ask(request);
    if (stored && stored.status > 0) return stored;
    this.#lane = new Lane(connect({ host: hostname, port: Number(port) }));
    await this.#lane.opened;
    return this.#lane.ask(request);
  }
}
