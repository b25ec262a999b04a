import type { Back } from "../../components/trail/useBack.ts";

/** Where the pages of dictionaries lead back to. */
export const LIST: Back = { to: "/dictionaries", name: "resources.dictionaries.form.list" };
