import type { Workspace } from "../../../domain/workspaces/schemas.ts";

export type WorkspaceRecord = Workspace & { id: number };
