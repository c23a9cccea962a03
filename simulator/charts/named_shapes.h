// What several methods and targets have alike is drawn once, with all their names.
#ifndef GRPCFG_SIMULATOR_CHARTS_NAMED_SHAPES_H_
#define GRPCFG_SIMULATOR_CHARTS_NAMED_SHAPES_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "simulator/charts/svg_page.h"

namespace grpcfg {

// A shape, which must live as long, and who has it.
template <typename Shape>
struct NamedShape {
  const Shape* shape;
  std::vector<std::string> names;
};

// `are_equal(const Shape&, const Shape&)`: they would be drawn the same.
template <typename Shape, typename AreEqual>
void AddShape(const Shape& shape, std::string name, const AreEqual& are_equal,
              std::vector<NamedShape<Shape>>& shapes) {
  const auto same = std::find_if(shapes.begin(), shapes.end(), [&](const NamedShape<Shape>& each) {
    return are_equal(*each.shape, shape);
  });
  if (same != shapes.end()) {
    same->names.push_back(std::move(name));
  } else {
    shapes.push_back({&shape, {std::move(name)}});
  }
}

// Takes out those without a colour; returns how many there were.
template <typename Shape>
size_t TakeOutColorless(std::vector<NamedShape<Shape>>& shapes) {
  const size_t more = shapes.size() - std::min(shapes.size(), kMostColors);
  shapes.resize(shapes.size() - more);
  return more;
}

// "A (go), A (java) and 3 more".
std::string SpellNames(const std::vector<std::string>& names);

}  // namespace grpcfg

#endif  // GRPCFG_SIMULATOR_CHARTS_NAMED_SHAPES_H_
