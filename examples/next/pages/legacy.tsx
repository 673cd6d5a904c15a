import type { GetServerSideProps } from "next";
import { auth } from "../auth";

interface Props {
  name: string | null;
}

/** The pages router. */
export const getServerSideProps: GetServerSideProps<Props> = async (context) => {
  const session = await auth(context);
  return { props: { name: session?.user.name ?? null } };
};

export default function Legacy({ name }: Props) {
  return <p id="legacy">{name ?? "nobody"}</p>;
}
