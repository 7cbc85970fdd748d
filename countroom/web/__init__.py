"""The screens: server-rendered pages, a few small scripts, one package a place of the house.

* ``app`` the factory, in named steps;
* ``desk`` what a request works with: database, clock, who is signed in;
* ``gate`` who may open which page: every view says it, others are refused;
* ``security`` headers, cookies, tokens, the Origin check; ``logs`` what is written of a request;
* ``doing`` doing an operation from a view, and answering; ``problems`` how a refusal is shown;
* ``fields``, ``grid``, ``forms`` what is typed; ``pages`` rendering; ``links`` from a document's
  name to its page;
* ``sign_off`` whoever shows badge and PIN at this moment signs; ``chip_grid``, ``pool_grid`` the
  grids of racks and pools; ``kept_copies`` a department's own copies; ``tables`` lists;
* ``sign_in`` badge and PIN, duty, change of person, lock, enrolment; ``home`` the first page: what
  waits (``home.calls``) and what is open (``home.door``);
* ``count_room``, ``cage``, ``pit``, ``drop``, ``accounting``, ``compliance``, ``surveillance``,
  ``finance``, ``marketing``, ``coupons`` (what both of them see),
  ``copies`` (one's own copy of a form), ``admin`` the places, each a
  blueprint with forms and views; what they add to the house style is in ``static/places.css``.

To add a page write a view in its place, say who may open it with ``gate.needs``, render with
``pages.page``. To record something: a form of ``forms.ActForm``, and in the view::

    form = OpenCountForm()
    if form.submitted():
        with problems(form):
            done = do(counting.open_count, key=form.key.data, gaming_date=form.day.data)
            return after(done, url_for("count_room.board", count=done.name))
    return page("count_room/open.html", title="Open a count", form=form)
"""
