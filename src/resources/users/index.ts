import PeopleIcon from "@mui/icons-material/PeopleOutlined";
import { lazy } from "react";
import { UserList } from "./UserList.tsx";
import type { UserRow } from "./userRow.ts";

/** All users, in the admin area. */
export const users = {
  list: UserList,
  create: lazy(async () => ({ default: (await import("./UserCreate.tsx")).UserCreate })),
  edit: lazy(async () => ({ default: (await import("./UserEdit.tsx")).UserEdit })),
  icon: PeopleIcon,
  recordRepresentation: (user: UserRow) => user.userName,
};
