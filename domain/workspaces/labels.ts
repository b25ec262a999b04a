/** Stands for the name of a workspace that its reader cannot see. */
export const unseenWorkspaceName = "表示できないワークスペース";
