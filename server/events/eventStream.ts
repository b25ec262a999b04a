import { Readable } from "node:stream";
import { can } from "../../domain/access.ts";
import { adminEndpoints, staffEndpoints } from "../../domain/api/areas.ts";
import type { Area, Endpoints } from "../../domain/api/endpoint.ts";
import { type OpenStreams, STREAMS_EVENT, spreadMs } from "../../domain/events.ts";
import type { SignedIn } from "../context.ts";
import type { Change } from "./publishChange.ts";

const declared: Readonly<Record<Area, Endpoints>> = {
  staff: staffEndpoints,
  admin: adminEndpoints,
};

const LIMITS = "GET /contracts/limits";

/** Each person reads the own ones alone, so that nobody hears whose have ended. */
const OWN_ALONE = "sessions";

/** The read behind a topic: `GET /x` for `resource/x`, `GET /x/{id}/lock` for `lock/x`. */
const reads = new Map<string, (resource: string) => keyof Endpoints>([
  ["resource", (resource) => (resource === "limits" ? LIMITS : `GET /${resource}`)],
  ["lock", (resource) => `GET /${resource}/{id}/lock`],
]);

/** What system admins read of an organization, where the admin area has no list of it. */
const OVERVIEW = "GET /organizations/{id}/overview";
const OF_ORGANIZATION: readonly string[] = ["resource/workspaces", "resource/dictionaries"];

/** Who may read it, in their organization. Workspaces reach all: events only name an id. */
function mayReceive(area: Area, user: SignedIn, change: Change): boolean {
  if (area === "staff" && user.organizationId !== change.organizationId) return false;
  const [kind = "", resource = ""] = change.event.topic.split("/");
  if (resource === OWN_ALONE) return false;
  const key = reads.get(kind)?.(resource);
  const isInOverview = area === "admin" && OF_ORGANIZATION.includes(`${kind}/${resource}`);
  const endpoint = key && declared[area][isInOverview ? OVERVIEW : key];
  return endpoint !== undefined && can(user, endpoint.access);
}

const RETRY_MS = 2_000;
const HEARTBEAT_MS = 15_000;
const HEARTBEATS_PER_RECHECK = 4;
/** Ten minutes; the client then reconnects with a fresh credential. */
const MAX_HEARTBEATS = 40;
/** A client that spreads its reads over this much less or more gets that answer. */
const NOTICEABLE_MS = 100;
/** Some hundred events: a client that far behind had better read everything again. */
const UNREAD_BYTES = 64 * 1024;

export interface Listener {
  area: Area;
  user: SignedIn;
  authenticate(): Promise<SignedIn>;
}

interface StreamParts {
  heartbeatMs?: number | undefined;
  openStreams: () => number;
}

export class EventStream extends Readable {
  readonly #listener: Listener;
  readonly #openStreams: () => number;
  readonly #heartbeatTimer: NodeJS.Timeout;
  #heartbeats = 0;
  announcedOpen = 0;
  #over = false;

  constructor(listener: Listener, { heartbeatMs = HEARTBEAT_MS, openStreams }: StreamParts) {
    super();
    this.#listener = listener;
    this.#openStreams = openStreams;
    this.#heartbeatTimer = setInterval(() => this.#heartbeat(), heartbeatMs).unref();
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  get userId(): string {
    return this.#listener.user.userId;
  }

  get area(): Area {
    return this.#listener.area;
  }

  get organizationId(): number | null {
    return this.#listener.user.organizationId;
  }

  announceOpenStreams(): void {
    const open = this.#openStreams();
    this.announcedOpen = open;
    this.#write(
      `event: ${STREAMS_EVENT}\ndata: ${JSON.stringify({ open } satisfies OpenStreams)}\n\n`,
    );
  }

  send(change: Change, text: string): void {
    const { area, user } = this.#listener;
    if (mayReceive(area, user, change)) this.#write(text);
  }

  /** Ends the stream if the user has lost access; otherwise updates the user's rights. */
  async recheck(): Promise<void> {
    try {
      this.#listener.user = await this.#listener.authenticate();
    } catch {
      // Whatever the error is, the next request of the client gets it.
      this.finish();
    }
  }

  /** Ends the stream, so that the client reconnects; one that does not read is cut off. */
  finish(): void {
    if (this.#over) return;
    this.#stop();
    if (this.isPaused()) this.destroy();
    else this.push(null);
  }

  override _read(): void {}

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#stop();
    done(error);
  }

  #heartbeat(): void {
    this.#heartbeats += 1;
    const changed = spreadMs(this.#openStreams()) - spreadMs(this.announcedOpen);
    if (Math.abs(changed) >= NOTICEABLE_MS) this.announceOpenStreams();
    else this.#write(":\n\n");
    if (this.#heartbeats >= MAX_HEARTBEATS) this.finish();
    else if (this.#heartbeats % HEARTBEATS_PER_RECHECK === 0) void this.recheck();
  }

  #stop(): void {
    this.#over = true;
    clearInterval(this.#heartbeatTimer);
  }

  #write(text: string): void {
    if (this.#over) return;
    this.push(text);
    if (this.readableLength > UNREAD_BYTES) this.destroy();
  }
}

export function eventText({ event }: Change): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
