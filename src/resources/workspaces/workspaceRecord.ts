import type { Workspace } from "../../../domain/workspaces.ts";

/** A workspace as the data provider hands it out. */
export type WorkspaceRecord = Workspace & { id: number };
