import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Engine } from "../../server/db/client.ts";
import { type TestApi, type TestApiOptions, testApi } from "./api.ts";
import type { ApiClient } from "./apiClient.ts";
import { gate } from "./gate.ts";
import type { TestUser } from "./people.ts";
import { type SampleWorld, sampleAreas } from "./sampleRoutes.ts";

export const SAMPLES = "/api/v1/samples";

/** The sample routes for a describe, with a new name and Idempotency-Key for each test. */
export class KeyedSamples {
  readonly world: SampleWorld = { beforeWrite: async () => {}, writes: 0 };
  #opened: { api: TestApi; user: TestUser; client: ApiClient } | undefined;
  #tests = 0;

  constructor(engine: Engine, parts: TestApiOptions["parts"] = {}) {
    beforeAll(async () => {
      const api = await testApi(engine, { parts: { areas: sampleAreas(this.world), ...parts } });
      const organizationId = await api.anOrganization();
      const user = await api.aUser({ organizationId, isOrganizationAdmin: true });
      this.#opened = { api, user, client: api.as(user) };
    });
    beforeEach(() => {
      this.#tests += 1;
      this.world.beforeWrite = async () => {};
      this.world.writes = 0;
    });
    afterAll(() => this.api.close());
  }

  get api(): TestApi {
    return this.#given.api;
  }

  get user(): TestUser {
    return this.#given.user;
  }

  get client(): ApiClient {
    return this.#given.client;
  }

  get name(): string {
    return `名前${this.#tests}`;
  }

  get key(): string {
    return `key-${this.#tests}`;
  }

  post(body: unknown = { name: this.name }, by = this.client) {
    return by.post(SAMPLES, body, { "idempotency-key": this.key });
  }

  /** The rows that the test has written under its name. */
  rows() {
    return this.api.db
      .selectFrom("workspaces")
      .select("workspace_id")
      .where("workspace_name", "=", this.name)
      .execute();
  }

  /** Holds the next request before it writes. */
  hold(): { arrived: Promise<void>; release: () => void } {
    const [arrival, release] = [gate(), gate()];
    this.world.beforeWrite = () => {
      this.world.beforeWrite = async () => {};
      arrival.open();
      return release.passed;
    };
    return { arrived: arrival.passed, release: release.open };
  }

  get #given() {
    if (!this.#opened) throw new Error("the tests have not begun");
    return this.#opened;
  }
}
