import type { User } from "../../../domain/users/schemas.ts";

export type UserRecord = User & { id: string };
