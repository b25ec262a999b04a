import type { Identifier } from "react-admin";

export const LIST = { to: "/workspaces", name: "resources.workspaces.form.list" } as const;

export const detailOf = (id: Identifier) => ({
  to: `/workspaces/${id}/show`,
  name: "resources.workspaces.form.detail",
});

export const membersPath = (id: Identifier) => `/workspaces/${id}/members`;
