import type { User } from "../../../domain/users.ts";

/** A user as the data provider hands it out. */
export type UserRow = User & { id: string };
