import type { FastifyBaseLogger } from "fastify";
import fp from "fastify-plugin";
import { z } from "zod";
import type { Area } from "../../domain/api/endpoint.ts";
import { EVENT_TYPES, resourceTopic } from "../../domain/events.ts";
import { grouped } from "../../domain/grouped.ts";
import type { Deps } from "../context.ts";
import type { Database } from "../db/client.ts";
import type { StopListening } from "../db/notifications.ts";
import { EventStream, eventText, type Listener } from "../events/eventStream.ts";
import { CHANGES, type Change, type UsageChange } from "../events/publishChange.ts";
import { limitReached, unavailable } from "../problem.ts";

const change = z.strictObject({
  organizationId: z.int().nullable(),
  event: z.strictObject({
    topic: z.string(),
    type: z.enum(EVENT_TYPES),
    payload: z.strictObject({ ids: z.array(z.union([z.int(), z.string()])) }),
  }),
}) satisfies z.ZodType<Change>;

const usageChange = z.strictObject({
  used: z.array(z.tuple([z.int(), z.int()])),
}) satisfies z.ZodType<UsageChange>;

function readChange(payload: string): Change | UsageChange {
  return z.union([change, usageChange]).parse(JSON.parse(payload));
}

const STREAMS_PER_USER = 20;
const AGAIN_AFTER_SECONDS = 30;

interface HubParts {
  database: Pick<Database, "listen">;
  log: FastifyBaseLogger;
  heartbeatMs?: number | undefined;
}

/** All end when the listener's connection is lost, and clients then read everything again. */
class EventHub {
  readonly #parts: HubParts;
  readonly #streams = new Set<EventStream>();
  #listening: Promise<StopListening> | undefined;
  #closed = false;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  get size(): number {
    return this.#streams.size;
  }

  openIn(area: Area): number {
    return [...this.#streams].filter((stream) => stream.area === area).length;
  }

  /** Throws 429 beyond 20 streams per user, 503 if the database is unavailable or on closing. */
  async open(listener: Listener): Promise<EventStream> {
    if (this.#closed) throw unavailable();
    this.#listening ??= this.#listen();
    const listening = this.#listening;
    await listening;
    if (this.#closed || this.#listening !== listening) throw unavailable();
    const own = [...this.#streams].filter(({ userId }) => userId === listener.user.userId);
    if (own.length >= STREAMS_PER_USER) {
      throw limitReached("TOO_MANY_REQUESTS", "streams", AGAIN_AFTER_SECONDS);
    }
    const { heartbeatMs } = this.#parts;
    const stream = new EventStream(listener, { heartbeatMs, openStreams: () => this.size });
    this.#streams.add(stream);
    stream.announceOpenStreams();
    // The user may have been disabled between the check of the request and now.
    void stream.recheck();
    return stream.once("close", () => this.#streams.delete(stream));
  }

  endAll(): void {
    this.#closed = true;
    this.#finishStreams();
  }

  async close(): Promise<void> {
    this.endAll();
    const stop = await this.#listening?.catch(() => undefined);
    await stop?.();
  }

  async #listen(): Promise<StopListening> {
    try {
      return await this.#parts.database.listen(CHANGES, {
        onMessage: (payload) => this.#receive(payload),
        onLost: () => {
          this.#listening = undefined;
          this.#finishStreams();
        },
      });
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  #receive(payload: string): void {
    try {
      const change = readChange(payload);
      if ("used" in change) this.#passUsage(change);
      else this.#pass(change);
    } catch (err) {
      this.#parts.log.warn({ err }, "could not parse a published change");
    }
  }

  #pass(change: Change): void {
    const text = eventText(change);
    const { topic } = change.event;
    for (const stream of this.#streams) {
      stream.send(change, text);
      if (concerns(topic, stream)) void stream.recheck();
    }
  }

  #passUsage(use: UsageChange): void {
    const ofAll = changeOfAll(use);
    const textOfAll = eventText(ofAll);
    const ofOrganizations = changesByOrganization(use);
    for (const stream of this.#streams) {
      if (stream.area === "admin") stream.send(ofAll, textOfAll);
      else {
        const own = ofOrganizations.get(stream.organizationId ?? 0) ?? [];
        for (const change of own) stream.send(change, eventText(change));
      }
    }
  }

  #finishStreams(): void {
    for (const stream of this.#streams) stream.finish();
    this.#streams.clear();
  }
}

/** Whether a change can take the access of a stream away. */
function concerns(topic: string, { userId, organizationId }: EventStream): boolean {
  return (
    topic === resourceTopic("users", userId) ||
    topic === resourceTopic("sessions", userId) ||
    (organizationId !== null && topic === resourceTopic("organizations", organizationId))
  );
}

/** What the admin area hears: one event that names all contracts. */
function changeOfAll({ used }: UsageChange): Change {
  return contractsChange(
    null,
    used.map(([, contractId]) => contractId),
  );
}

/** What members hear, by their organization: its contracts, and what is left of them. */
function changesByOrganization({ used }: UsageChange): ReadonlyMap<number, Change[]> {
  return new Map(
    [...grouped(used)].map(([organizationId, ids]) => [
      organizationId,
      [contractsChange(organizationId, ids), limitsChange(organizationId)],
    ]),
  );
}

/** The limits of an organization, which all of its members read. */
function limitsChange(organizationId: number): Change {
  const topic = resourceTopic("limits", organizationId);
  return { organizationId, event: { topic, type: "updated", payload: { ids: [organizationId] } } };
}

function contractsChange(organizationId: number | null, ids: number[]): Change {
  const topic = resourceTopic("contracts");
  return { organizationId, event: { topic, type: "updated", payload: { ids } } };
}

declare module "fastify" {
  interface FastifyInstance {
    events: EventHub;
  }
}

interface LiveChangesOptions extends Pick<Deps, "database" | "log"> {
  heartbeatMs?: number | undefined;
}

/** Event streams end before the server waits for running requests. */
export const liveChanges = fp(async (app, { database, log, heartbeatMs }: LiveChangesOptions) => {
  const events = new EventHub({ database, log, heartbeatMs });
  app.decorate("events", events);
  app.addHook("preClose", async () => events.endAll());
  app.addHook("onClose", () => events.close());
});
