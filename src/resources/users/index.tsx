import PeopleIcon from "@mui/icons-material/PeopleOutlined";
import { Route } from "react-router";
import { lazyScreen } from "../../components/load/lazyScreen.tsx";
import { users as userTexts } from "../../i18n/ja/resources/users.ts";
import type { UserRecord } from "../records.ts";

const People = lazyScreen(async () => (await import("./imports/PeopleScreen.tsx")).PeopleScreen);

const common = {
  icon: PeopleIcon,
  recordRepresentation: (user: UserRecord) => user.userName,
};

export const users = {
  ...common,
  list: lazyScreen(async () => (await import("./UserList.tsx")).UserList),
  create: lazyScreen(async () => (await import("./UserForm.tsx")).UserCreate),
  edit: lazyScreen(async () => (await import("./UserForm.tsx")).UserEdit),
  show: lazyScreen(async () => (await import("./UserShow.tsx")).UserShow),
  children: (
    <>
      <Route path="import" element={<People scope="users" />} />
      <Route path="invite" element={<People scope="users" pastes />} />
    </>
  ),
};

/** The members of the user's own organization, in the staff area. */
export const members = {
  ...common,
  options: { label: userTexts.members.title },
  list: lazyScreen(async () => (await import("./members/MemberList.tsx")).MemberList),
  create: lazyScreen(async () => (await import("./members/MemberCreate.tsx")).MemberCreate),
  edit: lazyScreen(async () => (await import("./UserForm.tsx")).MemberEdit),
  show: lazyScreen(async () => (await import("./UserShow.tsx")).MemberShow),
  children: (
    <>
      <Route path="import" element={<People scope="members" />} />
      <Route path="invite" element={<People scope="members" pastes />} />
    </>
  ),
};
