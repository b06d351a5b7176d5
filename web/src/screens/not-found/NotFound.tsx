// A path that leads nowhere.
import { ButtonLink } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function NotFound() {
  return (
    <>
      <PageTitle title="Page not found" />
      <Empty title="There is no page at this address.">
        <p>It may be misspelt.</p>
        <p>
          <ButtonLink href="/">To the swap</ButtonLink>
        </p>
      </Empty>
    </>
  );
}
