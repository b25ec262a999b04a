import type { Identifier } from "react-admin";
import { workspaces } from "../../i18n/ja/resources/workspaces.ts";

export const LIST = { to: "/workspaces", name: workspaces.form.list } as const;

export const detailOf = (id: Identifier) => ({
  to: `/workspaces/${id}/show`,
  name: workspaces.form.detail,
});

export const membersPath = (id: Identifier) => `/workspaces/${id}/members`;
