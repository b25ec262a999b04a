import type { User } from "../../../domain/users.ts";

/** A user as the data provider hands it out. */
export type UserRecord = User & { id: string };
