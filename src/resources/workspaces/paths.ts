import type { Identifier } from "react-admin";

/** The way back to the list, as page titles take it. */
export const LIST = { to: "/workspaces", name: "resources.workspaces.form.list" };

/** The way back to a workspace's page. */
export const detailOf = (id: Identifier) => ({
  to: `/workspaces/${id}/show`,
  name: "resources.workspaces.form.detail",
});

export const membersPath = (id: Identifier) => `/workspaces/${id}/members`;
