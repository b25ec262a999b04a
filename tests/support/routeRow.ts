import type { Role, ServiceScope } from "../../domain/access.ts";
import type { TestApi } from "./api.ts";
import type { TestUser } from "./people.ts";

/** Two organizations, and a user of every role in the first. */
export interface WalkWorld {
  api: TestApi;
  own: { organizationId: number; contractId: number };
  foreign: {
    organizationId: number;
    contractId: number;
    workspaceId: number;
    dictionaryId: number;
    userId: string;
  };
  people: Record<Role, TestUser>;
}

/** A request of the walk; `url` is the concrete path. */
export interface WalkRequest {
  url: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes a request for a walker of this role, which is `people[role]` unless it says which user. */
export type SendAs = (
  world: WalkWorld,
  role: Role,
  user?: TestUser,
) => WalkRequest | Promise<WalkRequest>;

interface Elsewhere {
  foreign?: WalkRequest;
  unknown: WalkRequest;
}

/**
 * What the walk sends to an endpoint, and who may call it. Written from
 * docs/product/people.md#rights, apart from the code, so that a wrong `access` shows. The rest
 * comes from the declarations.
 */
export interface RouteRow {
  /** Who may call it; other signed-in users get 403. "anyone" needs no credential. */
  may: readonly Role[] | "anyone";
  /** The scope of the service keys that may call it, and what they send where users send else. */
  key?: {
    scope: ServiceScope;
    send?: (world: WalkWorld) => WalkRequest | Promise<WalkRequest>;
    /** The same about an organization, which a key may be bound to; a directory has its own alone. */
    ofOrganization?: (
      organizationId: number,
      world: WalkWorld,
    ) => WalkRequest | Promise<WalkRequest>;
  };
  /** A request that succeeds; a new one for everybody who may, so that their writes do not collide. */
  send: SendAs;
  /** A request that leaves an event in the audit log, where that of `send` does not. */
  logged?: SendAs;
  /** The same with ids of another organization and with unknown ids: both the same 404. */
  elsewhere?: (world: WalkWorld) => Elsewhere | Promise<Elsewhere>;
}

export const UNKNOWN_ID = 999_999_999;

export const systemAdmin = ["systemAdmin"] as const;
export const organizationAdmin = ["organizationAdmin"] as const;
export const members = ["organizationAdmin", "dictionaryAdmin", "staff"] as const;
export const everyone = ["systemAdmin", ...members] as const;

/** A request without a body. */
export const at = (url: string) => (): WalkRequest => ({ url });
