import type { Workspace } from "../../../domain/workspaces.ts";

export type WorkspaceRecord = Workspace & { id: number };
