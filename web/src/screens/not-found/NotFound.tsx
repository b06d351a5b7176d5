// A path that leads nowhere.
import { ButtonLink } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { PageTitle } from '../../parts/PageTitle.tsx';

export default function NotFound() {
  return (
    <>
      <PageTitle title="Nothing here" />
      <Empty title="No water at this place.">
        <p>The address may be misspelt, or what it named was never here.</p>
        <p>
          <ButtonLink href="/">To the swap</ButtonLink>
        </p>
      </Empty>
    </>
  );
}
