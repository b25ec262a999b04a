import { readingOrder } from "../../domain/entries/fold.ts";
import { searchKeys } from "../../domain/text/searchKey.ts";

type Reading = string | null | undefined;

export function organizationNameColumns(name: string, kana: Reading) {
  return {
    organization_name: name,
    organization_name_kana: kana ?? null,
    name_key: searchKeys(name, kana),
    reading_order: readingOrder(kana, name),
  };
}

export function userNameColumns(name: string, kana: Reading, email: string) {
  return {
    user_name: name,
    user_name_kana: kana ?? null,
    search_key: searchKeys(name, kana, email),
    reading_order: readingOrder(kana, name),
  };
}

export function adminNameColumns(name: string, kana: Reading) {
  return {
    admin_name: name,
    admin_name_kana: kana ?? null,
    admin_key: searchKeys(name, kana),
  };
}
