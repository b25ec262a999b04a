import PeopleIcon from "@mui/icons-material/PeopleOutlined";
import { lazy } from "react";
import type { UserRow } from "./userRow.ts";

const common = {
  icon: PeopleIcon,
  recordRepresentation: (user: UserRow) => user.userName,
};

/** All users, in the admin area. */
export const users = {
  ...common,
  list: lazy(async () => ({ default: (await import("./UserList.tsx")).UserList })),
  create: lazy(async () => ({ default: (await import("./UserCreate.tsx")).UserCreate })),
  edit: lazy(async () => ({ default: (await import("./UserEdit.tsx")).UserEdit })),
};

/** The members of the own organization, in the staff area. */
export const members = {
  ...common,
  list: lazy(async () => ({ default: (await import("./members/MemberList.tsx")).MemberList })),
  create: lazy(async () => ({
    default: (await import("./members/MemberCreate.tsx")).MemberCreate,
  })),
  edit: lazy(async () => ({ default: (await import("./members/MemberEdit.tsx")).MemberEdit })),
};
