import type { User } from "../../../domain/users.ts";

export type UserRecord = User & { id: string };
